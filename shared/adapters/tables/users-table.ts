import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { type Item, text, textItem } from './attributes.ts';
import { allItems, type Table, unlessRefused } from './dynamodb.ts';

/** A user, and the account whose dashboard the user may open. */
export interface UserRecord {
  /** The user's id in the user pool. It never changes. */
  sub: string;
  accountId: string;
  email: string;
  /** ISO 8601. */
  invitedAt: string;
}

/** Whether a text can be a `sub` (a UUID). DynamoDB would fail for a key that is empty or over 2,048 bytes. */
const isSub = (sub: string) => /^[\x21-\x7e]{1,255}$/.test(sub);

/** The user, or null. Exactly one strongly consistent read. */
export async function readUser(users: Table, sub: string): Promise<UserRecord | null> {
  if (!isSub(sub)) return null;
  const get = new GetItemCommand({
    TableName: users.name,
    Key: { sub: { S: sub } },
    ConsistentRead: true,
  });
  const { Item: item } = await users.client.send(get);
  return item ? toRecord(item) : null;
}

/** Stores a new user. False: the table has this user already, in this account or in another; nothing is written. */
export async function putUser(users: Table, record: UserRecord): Promise<boolean> {
  const put = new PutItemCommand({
    TableName: users.name,
    Item: textItem({ ...record }),
    ConditionExpression: 'attribute_not_exists(#sub)',
    ExpressionAttributeNames: { '#sub': 'sub' },
  });
  return unlessRefused(users.client.send(put));
}

/** Deletes a user: the user's next request is refused. If the table has no such user, nothing happens. */
export async function deleteUser(users: Table, sub: string): Promise<void> {
  await users.client.send(
    new DeleteItemCommand({ TableName: users.name, Key: { sub: { S: sub } } }),
  );
}

/** All users, sorted by e-mail address. Strongly consistent. Reads the whole table: it has tens of users, not thousands. */
export async function listUsers(users: Table): Promise<UserRecord[]> {
  const items = await allItems((from) =>
    users.client.send(
      new ScanCommand({
        TableName: users.name,
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    ),
  );
  return items.map(toRecord).sort((a, b) => (a.email < b.email ? -1 : 1));
}

function toRecord(item: Item): UserRecord {
  return {
    sub: text(item, 'sub'),
    accountId: text(item, 'accountId'),
    email: text(item, 'email'),
    invitedAt: text(item, 'invitedAt'),
  };
}
