import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { type Item, text, textItem } from './attributes.ts';
import { allItems, type Table, unlessRefused } from './dynamodb.ts';

/** Who may use the dashboard of which account. */
export interface UserRecord {
  /** The user's own id at the user pool, which never changes. */
  sub: string;
  accountId: string;
  email: string;
  /** ISO 8601. */
  invitedAt: string;
}

/** A `sub` is a UUID; a key of DynamoDB that is empty or over 2,048 bytes is a fault. */
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

/** Keeps a user who is not there yet. False where one is, of this account or of another. */
export async function putUser(users: Table, record: UserRecord): Promise<boolean> {
  const put = new PutItemCommand({
    TableName: users.name,
    Item: textItem({ ...record }),
    ConditionExpression: 'attribute_not_exists(#sub)',
    ExpressionAttributeNames: { '#sub': 'sub' },
  });
  return unlessRefused(users.client.send(put));
}

/** Takes a user's account away: the next request is refused. One that is not there is fine. */
export async function deleteUser(users: Table, sub: string): Promise<void> {
  await users.client.send(
    new DeleteItemCommand({ TableName: users.name, Key: { sub: { S: sub } } }),
  );
}

/** Every user, by e-mail. Strongly consistent; an operator has tens of them, not thousands. */
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
