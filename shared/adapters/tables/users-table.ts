import { type Item, text, textItem } from './attributes.ts';
import {
  deleteItem,
  getItem,
  putItem,
  scanAll,
  type Table,
  unlessRefused,
  updateItem,
} from './dynamodb.ts';

/** A user, and the accounts whose dashboards the user may open. */
export interface UserRecord {
  /** The user's id in the user pool. It never changes. */
  sub: string;
  /** The account that opens first. */
  accountId: string;
  /** The user's other accounts, sorted; absent if there are none. */
  otherAccounts?: string[] | undefined;
  email: string;
  /** ISO 8601. */
  invitedAt: string;
}

/** All accounts whose dashboards the user may open, beginning with the account that opens first. */
export const accountsOf = ({ accountId, otherAccounts = [] }: UserRecord): string[] => [
  accountId,
  ...otherAccounts,
];

/** Whether a text can be a `sub` (a UUID). DynamoDB would fail for a key that is empty or over 2,048 bytes. */
const isSub = (sub: string) => /^[\x21-\x7e]{1,255}$/.test(sub);

/** The user, or null. Exactly one strongly consistent read. */
export async function readUser(users: Table, sub: string): Promise<UserRecord | null> {
  if (!isSub(sub)) return null;
  const item = await getItem(users, textItem({ sub }));
  return item ? toRecord(item) : null;
}

/** Stores a new user of one account. Returns false and writes nothing if the table has this user already. */
export async function putUser(
  users: Table,
  record: Omit<UserRecord, 'otherAccounts'>,
): Promise<boolean> {
  const put = putItem(users, textItem({ ...record }), {
    ConditionExpression: 'attribute_not_exists(#sub)',
    ExpressionAttributeNames: { '#sub': 'sub' },
  });
  return unlessRefused(put);
}

/** Lets a user open one more account. Returns false and writes nothing if the table has no such user. */
export async function joinAccount(users: Table, sub: string, accountId: string): Promise<boolean> {
  const update = updateItem(users, textItem({ sub }), {
    UpdateExpression: 'ADD otherAccounts :joined',
    ConditionExpression: 'attribute_exists(#sub)',
    ExpressionAttributeNames: { '#sub': 'sub' },
    ExpressionAttributeValues: { ':joined': { SS: [accountId] } },
  });
  return unlessRefused(update);
}

/** Takes one of several accounts from a user. False if the user's accounts have changed since they were read. */
export async function leaveAccount(
  users: Table,
  { sub, accountId: first, otherAccounts: [next = ''] = [] }: UserRecord,
  accountId: string,
): Promise<boolean> {
  const isFirst = accountId === first;
  const update = updateItem(users, textItem({ sub }), {
    UpdateExpression: isFirst
      ? 'SET accountId = :next DELETE otherAccounts :left'
      : 'DELETE otherAccounts :left',
    ConditionExpression: isFirst
      ? 'accountId = :first AND contains(otherAccounts, :next)'
      : 'accountId = :first',
    ExpressionAttributeValues: isFirst
      ? { ':first': { S: first }, ':left': { SS: [next] }, ':next': { S: next } }
      : { ':first': { S: first }, ':left': { SS: [accountId] } },
  });
  return unlessRefused(update);
}

/** Deletes a user: the user's next request is refused. If the table has no such user, nothing happens. */
export async function deleteUser(users: Table, sub: string): Promise<void> {
  await deleteItem(users, textItem({ sub }));
}

/** All users, sorted by e-mail address, strongly consistent. Reads the whole table: it has only tens of users. */
export async function listUsers(users: Table): Promise<UserRecord[]> {
  const items = await scanAll(users);
  return items.map(toRecord).sort((a, b) => (a.email < b.email ? -1 : 1));
}

function toRecord(item: Item): UserRecord {
  return {
    sub: text(item, 'sub'),
    accountId: text(item, 'accountId'),
    otherAccounts: item.otherAccounts?.SS?.toSorted(),
    email: text(item, 'email'),
    invitedAt: text(item, 'invitedAt'),
  };
}
