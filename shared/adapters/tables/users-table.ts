import { type Item, text, textItem } from './attributes.ts';
import { type Change, put, remove } from './change.ts';
import { getItem, scanAll, type Table, unlessRefused } from './dynamodb.ts';

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

/**
 * Writes a user in place of `before`, which was read; null for a new user, or a blocked one. Returns false and writes
 * nothing if the user's row is not as it was read.
 */
export async function putUser(
  users: Table,
  user: UserRecord,
  change: Change,
  before: UserRecord | null = null,
): Promise<boolean> {
  const condition = before
    ? asRead(toItem(before))
    : {
        ConditionExpression: 'attribute_not_exists(#sub) OR attribute_exists(blockedAt)',
        ExpressionAttributeNames: { '#sub': 'sub' },
      };
  return unlessRefused(change(users, put(users, toItem(user), condition)));
}

function asRead({ accountId, otherAccounts, roles }: Item) {
  const held = Object.entries(roles?.M ?? {});
  const names = held.map(([id], at) => [`#a${at}`, id]);
  const values = held.map(([, set], at) => [`:a${at}`, set]);
  return {
    ConditionExpression: [
      'accountId = :first',
      otherAccounts ? 'otherAccounts = :others' : 'attribute_not_exists(otherAccounts)',
      roles ? 'attribute_exists(#roles)' : 'attribute_not_exists(#roles)',
      ...held.map((_, at) => `#roles.#a${at} = :a${at}`),
    ].join(' AND '),
    ExpressionAttributeNames: { '#roles': 'roles', ...Object.fromEntries(names) },
    ExpressionAttributeValues: {
      ...(accountId && { ':first': accountId }),
      ...(otherAccounts && { ':others': otherAccounts }),
      ...Object.fromEntries(values),
    },
  };
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

function toItem({ otherAccounts = [], roles, ...texts }: UserRecord): Item {
  const held = Object.entries(roles ?? {}).map(([id, names]) => [id, { SS: [...names] }]);
  return {
    ...textItem({ ...texts }),
    ...(otherAccounts.length > 0 && { otherAccounts: { SS: otherAccounts } }),
    ...(roles && { roles: { M: Object.fromEntries(held) } }),
  };
}

const rolesIn = (item: Item) =>
  Object.fromEntries(
    Object.entries(item).map(([accountId, { SS = [] }]) => [accountId, SS.toSorted()]),
  );
