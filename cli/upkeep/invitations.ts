import { accountsOf, readUser } from '../../shared/adapters/tables/users-table.ts';
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
import {
  addUser,
  findUser,
  type Member,
  removeUser,
  takeAccount,
  type UserPorts,
  userEmail,
} from './users.ts';

/** The table of users who may use the dashboard, and the pool of users who can sign in. */
export type InvitationPorts = UserPorts & { userPool: UserPool };

export interface Invited extends Member {
  /** `sent` to a new user, `sent again` to one who has not signed in yet; `none` to one who has. */
  invitation: 'sent' | 'sent again' | 'none';
}

/**
 * Invites a person to an account's dashboard by e-mail. A user of other accounts may open this one as well. Run again,
 * it completes an interrupted run, and mails a new temporary password to a user who has not signed in yet.
 *
 * @throws {ManageError} for an unknown account and a bad address
 */
export async function inviteUser(
  ports: InvitationPorts,
  { accountId, email: given }: { accountId: string; email: string },
): Promise<Invited> {
  // Throws for an unknown account before anything is written or mailed.
  await accountRecord(ports, accountId);
  const email = userEmail(given);
  const existing = await findPoolUser(ports.userPool, email);
  if (existing) return inviteExisting(ports, { accountId, email }, existing);
  await forgetFormer(ports, email);
  const created = await createPoolUser(ports.userPool, email);
  if (!created) return inviteExisting(ports, { accountId, email }, await poolUser(ports, email));
  const user = await addUser(ports, { sub: created.sub, accountId, email });
  return { ...user, invitation: 'sent' };
}

/** What a removal left. */
export interface Dismissed {
  email: string;
  removed: true;
  /** The accounts whose dashboards the person may still open. */
  accounts: string[];
}

/**
 * Removes a user from one account's dashboard, or without `accountId` from all: the dashboard refuses the next request.
 * A user without an account is deleted from the pool as well. Run again, it completes an interrupted run.
 *
 * @throws {ManageError} for a bad address, where there is no such user, and where the user cannot open the account
 */
export async function dismissUser(
  ports: InvitationPorts,
  given: string,
  accountId?: string,
): Promise<Dismissed> {
  const email = userEmail(given);
  const signedUp = await findPoolUser(ports.userPool, email);
  const invited = await findUser(ports, email);
  if (!signedUp && !invited) throw unknown(`There is no user ${email}`);
  const user = (signedUp && (await readUser(ports.users, signedUp.sub))) ?? invited;
  if (user && accountId !== undefined) {
    if (!accountsOf(user).includes(accountId)) {
      throw unknown(`${email} may not open the dashboard of ${accountId}`);
    }
    if (user.otherAccounts) {
      return { email, removed: true, accounts: await takeAccount(ports, user, accountId) };
    }
  }
  if (signedUp) await removeUser(ports, signedUp);
  if (invited) await removeUser(ports, invited);
  await deletePoolUser(ports.userPool, email);
  return { email, removed: true, accounts: [] };
}

const unknown = (sentence: string) =>
  new ManageError(sentence, [], { code: 'unknown', hint: 'user list shows the users' });

/** Writes the row before it mails, so that nobody gets a password for nothing. */
async function inviteExisting(
  ports: InvitationPorts,
  { accountId, email }: { accountId: string; email: string },
  { sub, pending }: PoolUser,
): Promise<Invited> {
  const user = await addUser(ports, { sub, accountId, email });
  if (pending) await inviteAgain(ports.userPool, email);
  return { ...user, invitation: pending ? 'sent again' : 'none' };
}

/**
 * Deletes the row of an earlier user with this address who is no longer in the pool. Otherwise lists would show
 * both users.
 */
async function forgetFormer(ports: InvitationPorts, email: string): Promise<void> {
  const former = await findUser(ports, email);
  if (former) await removeUser(ports, former);
}

/** Finds the user with this address after the pool has refused to create another. */
async function poolUser({ userPool }: InvitationPorts, email: string): Promise<PoolUser> {
  const found = await findPoolUser(userPool, email);
  if (found) return found;
  throw new ManageError(`${email} was invited and removed at the same time: try again`);
}
