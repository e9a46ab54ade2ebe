import { type Item, text, textItem } from './attributes.ts';
import { type Change, put, remove, update } from './change.ts';
import { getItem, scanAll, type Table, unlessRefused, updateItem } from './dynamodb.ts';

/** A user, and the accounts whose dashboards the user may open. */
export interface UserRecord {
  /** The user's id in the user pool. It never changes. */
  sub: string;
  /** The account that opens first. */
  accountId: string;
  /** The user's other accounts, sorted; absent if there are none. */
  otherAccounts?: string[] | undefined;
  /** The user's roles by account. A user without roles in an account is its admin. */
  roles?: Readonly<Record<string, readonly string[]>> | undefined;
  email: string;
  /** ISO 8601. */
  invitedAt: string;
  /** ISO 8601, for a person of an identity provider who is removed: their groups open no account any more. */
  blockedAt?: string | undefined;
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

/** Stores a new or blocked user of one account. Returns false and writes nothing if the table has this user already. */
export async function putUser(
  users: Table,
  { roles, ...record }: Omit<UserRecord, 'otherAccounts'>,
  change: Change,
): Promise<boolean> {
  const item: Item = { ...textItem(record), ...(roles && { roles: rolesMap(roles) }) };
  const write = put(users, item, {
    ConditionExpression: 'attribute_not_exists(#sub) OR attribute_exists(blockedAt)',
    ExpressionAttributeNames: { '#sub': 'sub' },
  });
  return unlessRefused(change(users, write));
}

interface NewRoles {
  accountId: string;
  roles: readonly string[];
  /** Whether the user may not open the account yet. */
  joins: boolean;
}

/** Sets a user's roles in an account. Returns false and writes nothing without the user, or if `joins` is not so. */
export async function writeRoles(
  users: Table,
  sub: string,
  { accountId, roles, joins }: NewRoles,
  change: Change,
): Promise<boolean> {
  // DynamoDB sets no part of a map that is not there.
  const started = updateItem(users, textItem({ sub }), {
    UpdateExpression: 'SET #roles = if_not_exists(#roles, :none)',
    ConditionExpression: 'attribute_exists(accountId)',
    ExpressionAttributeNames: { '#roles': 'roles' },
    ExpressionAttributeValues: { ':none': { M: {} } },
  });
  if (!(await unlessRefused(started))) return false;
  const write = update(users, textItem({ sub }), {
    UpdateExpression: `SET #roles.#account = :roles${joins ? ' ADD otherAccounts :joined' : ''}`,
    ConditionExpression: joins
      ? 'attribute_exists(accountId) AND accountId <> :account'
      : 'accountId = :account OR contains(otherAccounts, :account)',
    ExpressionAttributeNames: { '#roles': 'roles', '#account': accountId },
    ExpressionAttributeValues: {
      ...{ ':account': { S: accountId }, ':roles': { SS: [...roles] } },
      ...(joins && { ':joined': { SS: [accountId] } }),
    },
  });
  return unlessRefused(change(users, write));
}

/** Takes one of several accounts from a user. False if the user's accounts have changed since they were read. */
export async function leaveAccount(
  users: Table,
  { sub, accountId: first, otherAccounts: [next = ''] = [], roles }: UserRecord,
  accountId: string,
  change: Change,
): Promise<boolean> {
  const isFirst = accountId === first;
  const forgets = roles !== undefined;
  const write = update(users, textItem({ sub }), {
    UpdateExpression: [
      ...(isFirst ? ['SET accountId = :next'] : []),
      'DELETE otherAccounts :left',
      ...(forgets ? ['REMOVE #roles.#left'] : []),
    ].join(' '),
    ConditionExpression: isFirst
      ? 'accountId = :first AND contains(otherAccounts, :next)'
      : 'accountId = :first',
    ...(forgets && { ExpressionAttributeNames: { '#roles': 'roles', '#left': accountId } }),
    ExpressionAttributeValues: isFirst
      ? { ':first': { S: first }, ':left': { SS: [next] }, ':next': { S: next } }
      : { ':first': { S: first }, ':left': { SS: [accountId] } },
  });
  return unlessRefused(change(users, write));
}

/** Deletes a user: the user's next request is refused. If the table has no such user, nothing happens. */
export async function deleteUser(users: Table, sub: string, change: Change): Promise<void> {
  const there = {
    ConditionExpression: 'attribute_exists(#sub)',
    ExpressionAttributeNames: { '#sub': 'sub' },
  };
  await unlessRefused(change(users, remove(users, textItem({ sub }), there)));
}

/** Blocks a person of an identity provider. The row names no account and no address. */
export async function blockUser(
  users: Table,
  { sub, blockedAt }: { sub: string; blockedAt: string },
  change: Change,
): Promise<void> {
  const none = { accountId: 'none', email: '', invitedAt: blockedAt };
  await change(users, put(users, textItem({ sub, ...none, blockedAt })));
}

/** All users but blocked ones, sorted by e-mail address, strongly consistent. Reads the whole table: it has only tens of users. */
export async function listUsers(users: Table): Promise<UserRecord[]> {
  const items = await scanAll(users);
  const invited = items.map(toRecord).filter(({ blockedAt }) => blockedAt === undefined);
  return invited.sort((a, b) => (a.email < b.email ? -1 : 1));
}

function toRecord(item: Item): UserRecord {
  return {
    sub: text(item, 'sub'),
    accountId: text(item, 'accountId'),
    otherAccounts: item.otherAccounts?.SS?.toSorted(),
    roles: item.roles?.M && rolesIn(item.roles.M),
    email: text(item, 'email'),
    invitedAt: text(item, 'invitedAt'),
    ...(item.blockedAt?.S && { blockedAt: item.blockedAt.S }),
  };
}

const rolesMap = (roles: NonNullable<UserRecord['roles']>) => ({
  M: Object.fromEntries(Object.entries(roles).map(([id, names]) => [id, { SS: [...names] }])),
});

const rolesIn = (item: Item) =>
  Object.fromEntries(
    Object.entries(item).map(([accountId, { SS = [] }]) => [accountId, SS.toSorted()]),
  );
