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

/** What is asked and written about users; signing them up is the user pool's part. */
export type UserPorts = Pick<ManagePorts, 'accounts' | 'now'> & { users: Table };

/**
 * Lets a user of the pool use an account's dashboard. One who may already is fine: `changed` is
 * false then.
 *
 * @throws {ManageError} for an unknown account, an address that is none, and a user of another account
 */
export async function addUser(
  ports: UserPorts,
  { sub, accountId, email }: { sub: string; accountId: string; email: string },
): Promise<{ user: UserRecord; changed: boolean }> {
  const account = await accountRecord(ports, accountId);
  const user: UserRecord = {
    sub,
    accountId: account.accountId,
    email: userEmail(email),
    invitedAt: ports.now().toISOString(),
  };
  if (await putUser(ports.users, user)) return { user, changed: true };
  const there = await readUser(ports.users, sub);
  if (there?.accountId === accountId) {
    // Refused by its own first try, whose answer was lost, where the times are the same.
    return { user: there, changed: there.invitedAt === user.invitedAt };
  }
  throw new ManageError(`${user.email} belongs to another account`, [], {
    code: 'taken',
    hint: 'user remove ends that first',
  });
}

/** Takes the dashboard away from a user, with the next request. */
export async function removeUser(
  { users }: UserPorts,
  { sub }: Pick<UserRecord, 'sub'>,
): Promise<void> {
  await deleteUser(users, sub);
}

/** The user of this address, in any case; null where nobody has been invited by it. */
export async function findUser({ users }: UserPorts, email: string): Promise<UserRecord | null> {
  const wanted = userEmail(email);
  return (await listRecords(users)).find((user) => user.email === wanted) ?? null;
}

/** Who may use a dashboard, by e-mail; of every account where none is named. */
export async function listUsers({ users }: UserPorts, accountId?: string): Promise<UserRecord[]> {
  const records = await listRecords(users);
  return records.filter((user) => accountId === undefined || user.accountId === accountId);
}

/** As it is kept and compared: Cognito takes an address in any case for the same user. */
export function userEmail(email: string): string {
  return checkAddress(email).toLowerCase();
}
