import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  deleteUser,
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

/**
 * Lets a user of the pool use an account's dashboard. It is not an error if the user already may.
 *
 * @throws {ManageError} for an unknown account, a bad address, and a user of another account
 */
export async function addUser(
  ports: UserPorts,
  { sub, accountId, email }: { sub: string; accountId: string; email: string },
): Promise<UserRecord> {
  const account = await accountRecord(ports, accountId);
  const user: UserRecord = {
    sub,
    accountId: account.accountId,
    email: userEmail(email),
    invitedAt: ports.now().toISOString(),
  };
  if (await putUser(ports.users, user)) return user;
  const there = await readUser(ports.users, sub);
  if (there?.accountId === accountId) return there;
  throw new ManageError(`${user.email} belongs to another account`, [], {
    code: 'taken',
    hint: 'remove the user there first, with user remove',
  });
}

/** Removes a user: the dashboard refuses the next request. */
export async function removeUser(
  { users }: UserPorts,
  { sub }: Pick<UserRecord, 'sub'>,
): Promise<void> {
  await deleteUser(users, sub);
}

/** Finds the user with this address, in upper or lower case; null if no such user was invited. */
export async function findUser({ users }: UserPorts, email: string): Promise<UserRecord | null> {
  const wanted = userEmail(email);
  return (await listRecords(users)).find((user) => user.email === wanted) ?? null;
}

/** The users of an account's dashboard, or of all accounts, by e-mail. */
export async function listUsers({ users }: UserPorts, accountId?: string): Promise<UserRecord[]> {
  const records = await listRecords(users);
  return records.filter((user) => accountId === undefined || user.accountId === accountId);
}

/** An address as it is stored and compared: for Cognito, upper and lower case are the same user. */
export function userEmail(email: string): string {
  return checkAddress(email).toLowerCase();
}
