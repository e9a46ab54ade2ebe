import { isDeepStrictEqual } from 'node:util';
import { alone, type Change } from '../../shared/adapters/tables/change.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  accountsOf,
  blockUser,
  deleteUser,
  joinAccount,
  leaveAccount,
  listUsers as listRecords,
  putUser,
  readUser,
  type UserRecord,
  writeRoles,
} from '../../shared/adapters/tables/users-table.ts';
import type { TrailAction, TrailChange } from '../../shared/engine/trail-actions.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { checkAddress } from '../../shared/manage/address.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { recorded, type TrailPorts } from '../../shared/manage/trail/recorded.ts';
import { type Role, rolesNamed } from '../../shared/people/roles.ts';
import {
  createPoolUser,
  deletePoolUser,
  disablePoolUser,
  type Federated,
  findFederated,
  findPoolUser,
  inviteAgain,
  type PoolUser,
  type UserPool,
} from '../aws/user-pool.ts';

type UserPorts = Pick<ManagePorts, 'accounts'> & TrailPorts & { users: Table };

/** A user in one account. */
interface Member extends Omit<UserRecord, 'otherAccounts' | 'roles'> {
  roles: readonly Role[];
}

interface Invitation {
  accountId: string;
  email: string;
  /** Default: the roles that the user has in this account, and an admin's for a new user. */
  roles?: readonly Role[] | undefined;
}

/** Lets a user open one more account's dashboard. @throws {ManageError} for an unknown account or a bad address */
export async function addUser(
  ports: UserPorts,
  { sub, accountId, email, roles: given }: Invitation & { sub: string },
): Promise<Member> {
  const account = await accountRecord(ports, accountId);
  const user: Member = {
    sub,
    accountId: account.accountId,
    roles: rolesNamed(given),
    email: userEmail(email),
    invitedAt: ports.now().toISOString(),
  };
  const { roles } = user;
  const invited = userChange(ports, 'user.invited', user, { roles: [null, roles] });
  const row = { ...user, roles: { [accountId]: roles } };
  if (await putUser(ports.users, row, invited)) return user;
  const there = await readUser(ports.users, sub);
  const { invitedAt } = there ?? user;
  if (there && accountsOf(there).includes(accountId)) {
    if (given === undefined) return { ...user, invitedAt, roles: rolesIn(there, accountId) };
    if (await replaceRoles(ports, there, user)) return { ...user, invitedAt };
  } else if (await joinAccount(ports.users, sub, { accountId, roles }, invited)) {
    return { ...user, invitedAt };
  }
  throw new ManageError(`${user.email} was invited and removed at the same time: try again`);
}

const rolesIn = ({ roles }: UserRecord, accountId: string) => rolesNamed(roles?.[accountId]);

/** False if the user may not open the account. The same roles again change nothing. */
async function replaceRoles(
  ports: UserPorts,
  there: UserRecord,
  { sub, accountId, roles }: Pick<Member, 'sub' | 'accountId' | 'roles'>,
): Promise<boolean> {
  const before = rolesIn(there, accountId);
  const isMember = accountsOf(there).includes(accountId);
  if (isMember && isDeepStrictEqual(before, rolesNamed(roles))) return true;
  const change = userChange(ports, 'user.changed', { sub, accountId }, { roles: [before, roles] });
  return writeRoles(ports.users, sub, { accountId, roles }, change);
}

function userChange<A extends TrailAction & `user.${string}`>(
  ports: UserPorts,
  action: A,
  { sub, accountId }: Pick<Member, 'sub' | 'accountId'>,
  change: TrailChange<A>,
): Change {
  return recorded(ports, accountId, action, `user:${sub}`, change);
}

/** Replaces a user's roles in an account. @throws {ManageError} for a user who may not open it */
export async function changeRoles(
  ports: UserPorts,
  { accountId, email: given, roles }: Required<Invitation> & { roles: readonly Role[] },
): Promise<Member> {
  const user = await findUser(ports, given);
  if (!user) throw unknown(`There is no user ${userEmail(given)}`);
  const { sub, email, invitedAt } = user;
  if (await replaceRoles(ports, user, { sub, accountId, roles })) {
    return { sub, accountId, roles: rolesNamed(roles), email, invitedAt };
  }
  throw unknown(`${email} may not open the dashboard of ${accountId}`);
}

/** Returns the accounts that are left. @throws {ManageError} if the user's accounts change at the same time */
export async function takeAccount(
  ports: UserPorts,
  user: UserRecord,
  accountId: string,
): Promise<string[]> {
  if (await leaveAccount(ports.users, user, accountId, removal(ports, user, accountId))) {
    return accountsOf(user).filter((each) => each !== accountId);
  }
  throw new ManageError(`The accounts of ${user.email} changed at the same time: try again`);
}

function removal(ports: UserPorts, user: UserRecord, accountId: string): Change {
  const roles = [rolesIn(user, accountId), null] as const;
  return userChange(ports, 'user.removed', { sub: user.sub, accountId }, { roles });
}

async function findUser({ users }: UserPorts, email: string): Promise<UserRecord | null> {
  const wanted = userEmail(email);
  return (await listRecords(users)).find((user) => user.email === wanted) ?? null;
}

/** The users of an account's dashboard, or of all accounts, by e-mail: one entry for each account of a user. */
export async function listUsers({ users }: UserPorts, accountId?: string): Promise<Member[]> {
  const members = (await listRecords(users)).flatMap((record) => {
    const { otherAccounts: _, ...user } = record;
    return accountsOf(record).map(
      (each): Member => ({ ...user, accountId: each, roles: rolesIn(record, each) }),
    );
  });
  return members.filter((user) => accountId === undefined || user.accountId === accountId);
}

/** An address as it is stored and compared: Cognito treats addresses that differ only in case as the same user. */
function userEmail(email: string): string {
  return checkAddress(email).toLowerCase();
}

/** `userPool`: null if the users are those of an OIDC issuer, whose `sub` an operator names. */
export type InvitationPorts = UserPorts & { userPool: UserPool | null };
type PoolPorts = UserPorts & { userPool: UserPool };

export interface Invited extends Member {
  /** `sent` to a new user, `sent again` to one who has not signed in yet; `none` to one who has. */
  invitation: 'sent' | 'sent again' | 'none';
}

/** Invites a person; run again, it completes an interrupted run. @throws {ManageError} for an account or an address */
export async function inviteUser(
  ports: InvitationPorts,
  { accountId, email: given, roles, sub }: Invitation & { sub?: string | undefined },
): Promise<Invited> {
  // Throws for an unknown account before anything is written or mailed.
  await accountRecord(ports, accountId);
  const email = userEmail(given);
  const invitation = { accountId, email, roles };
  const { userPool } = ports;
  if (userPool === null) return inviteNamed(ports, { ...invitation, sub });
  if (sub !== undefined) {
    throw new ManageError('--sub is for a local run with --oidc-issuer: Cognito names its users');
  }
  const pooled = { ...ports, userPool };
  const existing = await findPoolUser(userPool, email);
  if (existing) return inviteExisting(pooled, invitation, existing);
  await forgetFormer(ports, email);
  const created = await createPoolUser(userPool, email);
  if (!created) return inviteExisting(pooled, invitation, await poolUser(pooled, email));
  const user = await addUser(ports, { sub: created.sub, ...invitation });
  return { ...user, invitation: 'sent' };
}

/** Lets a user of an issuer of the operator's own open the dashboard, who is in no pool. */
async function inviteNamed(
  ports: UserPorts,
  { sub, ...invitation }: Invitation & { sub: string | undefined },
): Promise<Invited> {
  if (!sub) {
    throw new ManageError(
      'Name the user with --sub: the "sub" of the tokens that the issuer gives them',
    );
  }
  const former = await findUser(ports, invitation.email);
  if (former && former.sub !== sub) await deleteRow(ports, former);
  return { ...(await addUser(ports, { sub, ...invitation })), invitation: 'none' };
}

/** What a removal left: the accounts are those whose dashboards the person may still open. */
export type Dismissed = Awaited<ReturnType<typeof dismissUser>>;

/**
 * Removes a user from one dashboard or from all; the last one leaves the pool. Run again, it completes a run. A person of
 * the identity provider is blocked, because the next sign-in would let them in again.
 */
export async function dismissUser(ports: InvitationPorts, given: string, accountId?: string) {
  const email = userEmail(given);
  const { userPool } = ports;
  const signedUp = userPool && (await findPoolUser(userPool, email));
  const invited = await findUser(ports, email);
  const federated = userPool ? await findFederated(userPool, email) : [];
  if (!signedUp && !invited && federated.length === 0) throw unknown(`There is no user ${email}`);
  if (federated.length > 0 && accountId !== undefined) {
    throw new ManageError(
      `${email} signs in at the identity provider, and groups there open accounts: change the groups there, or remove the person from every account`,
    );
  }
  const user = (signedUp && (await readUser(ports.users, signedUp.sub))) ?? invited;
  if (user && accountId !== undefined) {
    if (!accountsOf(user).includes(accountId)) {
      throw unknown(`${email} may not open the dashboard of ${accountId}`);
    }
    if (user.otherAccounts) {
      return { email, removed: true, accounts: await takeAccount(ports, user, accountId) };
    }
  }
  if (user) await deleteRow(ports, user);
  if (invited && invited.sub !== user?.sub) await deleteRow(ports, invited);
  if (userPool) {
    await deletePoolUser(userPool, email);
    for (const each of federated) await blockFederated({ ...ports, userPool }, each);
  }
  return { email, removed: true, accounts: [] };
}

/** Writes the row before it disables the user, so that the next request is refused. Each account's trail has it. */
async function blockFederated(ports: PoolPorts, { sub, userName }: Federated): Promise<void> {
  const { users, userPool, now } = ports;
  if (!(await readUser(users, sub))?.blockedAt) {
    const row = { sub, blockedAt: now().toISOString() };
    const changes = (userPool.groupAccounts ?? []).map((accountId) =>
      userChange(ports, 'user.removed', { sub, accountId }, {}),
    );
    for (const change of changes.length > 0 ? changes : [alone]) {
      await blockUser(users, row, change);
    }
  }
  await disablePoolUser(userPool, userName);
}

const unknown = (sentence: string) =>
  new ManageError(sentence, [], { code: 'unknown', hint: 'user list shows the users' });

/** Writes the row before it mails, so that a person who gets a password can also sign in. */
async function inviteExisting(
  ports: PoolPorts,
  invitation: Invitation,
  { sub, pending }: PoolUser,
): Promise<Invited> {
  const user = await addUser(ports, { sub, ...invitation });
  if (pending) await inviteAgain(ports.userPool, invitation.email);
  return { ...user, invitation: pending ? 'sent again' : 'none' };
}

/** Takes the user's accounts away one by one, so that the trail of each has it, and deletes the row with the last. */
async function deleteRow(ports: UserPorts, user: UserRecord): Promise<void> {
  let left = user;
  for (
    let [next] = left.otherAccounts ?? [];
    next !== undefined;
    [next] = left.otherAccounts ?? []
  ) {
    await takeAccount(ports, left, next);
    left = { ...left, otherAccounts: left.otherAccounts?.filter((each) => each !== next) };
  }
  await deleteUser(ports.users, user.sub, removal(ports, user, user.accountId));
}

/** Deletes the row of an earlier user with this address whom the pool no longer has. */
async function forgetFormer(ports: UserPorts, email: string): Promise<void> {
  const former = await findUser(ports, email);
  if (former) await deleteRow(ports, former);
}

/** Finds the user with this address after the pool has refused to create another. */
async function poolUser({ userPool }: PoolPorts, email: string): Promise<PoolUser> {
  const found = await findPoolUser(userPool, email);
  if (found) return found;
  throw new ManageError(`${email} was invited and removed at the same time: try again`);
}
