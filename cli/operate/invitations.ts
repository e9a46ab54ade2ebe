import type { UserRecord } from '../../shared/adapters/tables/users-table.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import {
  createPoolUser,
  deletePoolUser,
  findPoolUser,
  inviteAgain,
  type PoolUser,
  type UserPool,
} from '../aws/user-pool.ts';
import { addUser, findUser, removeUser, type UserPorts, userEmail } from './users.ts';

/** What inviting works on: the table of who may, and the pool of who can sign in. */
export type InvitationPorts = UserPorts & { userPool: UserPool };

export interface Invited extends UserRecord {
  /** `sent` to someone new, `sent again` to someone who has not used it; `none` to who signs in already. */
  invitation: 'sent' | 'sent again' | 'none';
}

/**
 * Invites somebody to an account's dashboard by e-mail. Run again it completes what an interrupted
 * run has begun, and mails a new temporary password to who has not signed in yet.
 *
 * @throws {ManageError} for an unknown account, an address that is none, and a user of another account
 */
export async function inviteUser(
  ports: InvitationPorts,
  { accountId, email: given }: { accountId: string; email: string },
): Promise<Invited> {
  // Before anything is written or mailed.
  await accountRecord(ports, accountId);
  const email = userEmail(given);
  const existing = await findPoolUser(ports.userPool, email);
  if (existing) return inviteExisting(ports, { accountId, email }, existing);
  await forgetFormer(ports, email);
  const created = await createPoolUser(ports.userPool, email);
  if (!created) return inviteExisting(ports, { accountId, email }, await poolUser(ports, email));
  const { user } = await addUser(ports, { sub: created.sub, accountId, email });
  return { ...user, invitation: 'sent' };
}

/**
 * Takes the dashboard away from a user, with the next request, and then the user from the pool. Run
 * again it completes what an interrupted run has begun.
 *
 * @throws {ManageError} for an address that is none, and where there is no such user
 */
export async function dismissUser(
  ports: InvitationPorts,
  given: string,
): Promise<{ email: string; removed: true }> {
  const email = userEmail(given);
  const signedUp = await findPoolUser(ports.userPool, email);
  const invited = await findUser(ports, email);
  if (!signedUp && !invited) {
    throw new ManageError(`There is no user ${email}`, [], {
      code: 'unknown',
      hint: 'user list shows those there are',
    });
  }
  if (signedUp) await removeUser(ports, signedUp);
  if (invited) await removeUser(ports, invited);
  await deletePoolUser(ports.userPool, email);
  return { email, removed: true };
}

/** The row comes first: it is what refuses a user of another account. */
async function inviteExisting(
  ports: InvitationPorts,
  { accountId, email }: { accountId: string; email: string },
  { sub, pending }: PoolUser,
): Promise<Invited> {
  const { user } = await addUser(ports, { sub, accountId, email });
  if (pending) await inviteAgain(ports.userPool, email);
  return { ...user, invitation: pending ? 'sent again' : 'none' };
}

/** A row of this address whose user the pool no longer has opens nothing, and would be listed twice. */
async function forgetFormer(ports: InvitationPorts, email: string): Promise<void> {
  const former = await findUser(ports, email);
  if (former) await removeUser(ports, former);
}

/** Who was there just now, since the pool has refused another of this address. */
async function poolUser({ userPool }: InvitationPorts, email: string): Promise<PoolUser> {
  const found = await findPoolUser(userPool, email);
  if (found) return found;
  throw new ManageError(`${email} was invited and removed at the same time: try again`);
}
