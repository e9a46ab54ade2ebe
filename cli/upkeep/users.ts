import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  accountsOf,
  deleteUser,
  joinAccount,
  leaveAccount,
  listUsers as listRecords,
  putUser,
  readUser,
  type UserRecord,
} from '../../shared/adapters/tables/users-table.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { checkAddress } from '../../shared/manage/address.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';

/** The tables that hold the users. The user pool handles their sign-in. */
export type UserPorts = Pick<ManagePorts, 'accounts' | 'now'> & { users: Table };

/** A user, and one of the accounts whose dashboards the user may open. */
export type Member = Omit<UserRecord, 'otherAccounts'>;

/**
 * Lets a user of the pool open an account's dashboard, besides those that the user may open already.
 *
 * @throws {ManageError} for an unknown account and a bad address
 */
export async function addUser(
  ports: UserPorts,
  { sub, accountId, email }: { sub: string; accountId: string; email: string },
): Promise<Member> {
  const account = await accountRecord(ports, accountId);
  const user: Member = {
    sub,
    accountId: account.accountId,
    email: userEmail(email),
    invitedAt: ports.now().toISOString(),
  };
  if (await putUser(ports.users, user)) return user;
  const there = await readUser(ports.users, sub);
  const { invitedAt } = there ?? user;
  if (there && accountsOf(there).includes(accountId)) return { ...user, invitedAt };
  if (await joinAccount(ports.users, sub, accountId)) return { ...user, invitedAt };
  throw new ManageError(`${user.email} was invited and removed at the same time: try again`);
}

/** Removes a user from all accounts: the dashboard refuses the next request. */
export async function removeUser(
  { users }: UserPorts,
  { sub }: Pick<UserRecord, 'sub'>,
): Promise<void> {
  await deleteUser(users, sub);
}

/**
 * Takes one of several accounts from a user, and returns those that are left.
 *
 * @throws {ManageError} if the user's accounts change at the same time
 */
export async function takeAccount(
  { users }: UserPorts,
  user: UserRecord,
  accountId: string,
): Promise<string[]> {
  if (await leaveAccount(users, user, accountId)) {
    return accountsOf(user).filter((each) => each !== accountId);
  }
  throw new ManageError(`The accounts of ${user.email} changed at the same time: try again`);
}

/** Finds the user with this address, in upper or lower case; null if no such user was invited. */
export async function findUser({ users }: UserPorts, email: string): Promise<UserRecord | null> {
  const wanted = userEmail(email);
  return (await listRecords(users)).find((user) => user.email === wanted) ?? null;
}

/** The users of an account's dashboard, or of all accounts, by e-mail: one entry for each account of a user. */
export async function listUsers({ users }: UserPorts, accountId?: string): Promise<Member[]> {
  const members = (await listRecords(users)).flatMap((record) => {
    const { otherAccounts: _, ...user } = record;
    return accountsOf(record).map((each): Member => ({ ...user, accountId: each }));
  });
  return members.filter((user) => accountId === undefined || user.accountId === accountId);
}

/** An address as it is stored and compared: for Cognito, upper and lower case are the same user. */
export function userEmail(email: string): string {
  return checkAddress(email).toLowerCase();
}
