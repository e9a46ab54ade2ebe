import { isDeepStrictEqual } from 'node:util';
import { alone, type Change } from '../../shared/adapters/tables/change.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  accountsOf,
  blockUser,
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
import { recorded, type TrailPorts } from '../../shared/manage/trail/recorded.ts';
import { type Role, rolesNamed } from '../../shared/people/roles.ts';
import {
  deletePoolUser,
  disablePoolUser,
  enablePoolUser,
  type Federated,
  findFederated,
  findPoolUser,
  inviteAgain,
  joinPool,
  type UserPool,
} from '../aws/user-pool.ts';

type UserPorts = Pick<ManagePorts, 'accounts'> & TrailPorts & { users: Table };

/** A user in one account. */
interface Member extends Omit<UserRecord, 'roles'> {
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
  invitation: Invitation & { sub: string },
): Promise<Member> {
  await accountRecord(ports, invitation.accountId);
  const row = await readUser(ports.users, invitation.sub);
  return withRoles(ports, invitation, row?.blockedAt ? null : row);
}

/** Replaces a user's roles in an account. @throws {ManageError} for a user who may not open it */
export async function changeRoles(
  ports: UserPorts,
  { accountId, email, roles }: Invitation,
): Promise<Member> {
  const there = await findUser(ports, email);
  if (!there) throw unknown(`There is no user ${userEmail(email)}`);
  checkMember(there, accountId);
  return withRoles(ports, { ...there, accountId, roles }, there);
}

const rolesIn = ({ roles }: UserRecord, accountId: string) => rolesNamed(roles?.[accountId]);

/** Writes a user's roles in an account. The same again change nothing. `there` is the user's row, null for none. */
async function withRoles(
  ports: UserPorts,
  { sub, accountId, email, roles: given }: Invitation & { sub: string },
  there: UserRecord | null,
): Promise<Member> {
  const roles = rolesNamed(given ?? there?.roles?.[accountId]);
  const invitedAt = there?.invitedAt ?? ports.now().toISOString();
  const user = { sub, accountId, roles, email: userEmail(email), invitedAt };
  const isMember = there !== null && accountsOf(there).includes(accountId);
  const before = isMember ? rolesIn(there, accountId) : null;
  if (isDeepStrictEqual(before, roles)) return user;
  const action = before ? 'user.changed' : 'user.invited';
  const change = recorded(ports, accountId, action, `user:${sub}`, { roles: [before, roles] });
  const { otherAccounts = [] } = there ?? {};
  const row = {
    ...(there ?? user),
    otherAccounts: !there || isMember ? otherAccounts : [...otherAccounts, accountId].sort(),
    roles: { ...there?.roles, [accountId]: roles },
  };
  if (await putUser(ports.users, row, change, there)) return user;
  throw changedMeanwhile(user);
}

function checkMember(user: UserRecord, accountId: string): void {
  if (accountsOf(user).includes(accountId)) return;
  throw unknown(`${user.email} may not open the dashboard of ${accountId}`);
}

/** Returns the user without the account. @throws {ManageError} if the user's accounts change at the same time */
export async function takeAccount(
  ports: UserPorts,
  user: UserRecord,
  taken: string,
): Promise<UserRecord> {
  const [accountId = '', ...others] = accountsOf(user).filter((each) => each !== taken);
  const { [taken]: _, ...held } = user.roles ?? {};
  const otherAccounts = others.length > 0 ? others : undefined;
  const left = { ...user, accountId, otherAccounts, roles: user.roles && held };
  if (await putUser(ports.users, left, removal(ports, user, taken), user)) return left;
  throw changedMeanwhile(user);
}

const changedMeanwhile = ({ email }: Pick<UserRecord, 'email'>) =>
  new ManageError(`The accounts of ${email} changed at the same time: try again`);

function removal(ports: UserPorts, user: UserRecord, accountId: string): Change {
  const roles = [rolesIn(user, accountId), null] as const;
  return recorded(ports, accountId, 'user.removed', `user:${user.sub}`, { roles });
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

/** `userPool`: null if the users are those of an OIDC issuer. Then an operator names the `sub` of each user. */
export type InvitationPorts = UserPorts & { userPool: UserPool | null };

export interface Invited extends Member {
  /** `sent` to a new user, `sent again` to one who has not signed in yet; `none` to one who has. */
  invitation: 'sent' | 'sent again' | 'none';
}

/** Invites a person; run again, it completes an interrupted run. @throws {ManageError} for an account or an address */
export async function inviteUser(
  ports: InvitationPorts,
  { accountId, email: given, roles, sub: named = '' }: Invitation & { sub?: string | undefined },
): Promise<Invited> {
  // Throws for an unknown account before anything is written or mailed.
  await accountRecord(ports, accountId);
  const email = userEmail(given);
  const { userPool } = ports;
  if (userPool ? named : !named) {
    throw new ManageError(
      userPool
        ? '--sub is for a local run with --oidc-issuer: Cognito names its users'
        : 'Name the user with --sub: the "sub" of the tokens that the issuer gives them',
    );
  }
  const { sub, invitation } = userPool
    ? ((await federatedUser(ports.users, userPool, email)) ?? (await joinPool(userPool, email)))
    : { sub: named, invitation: 'none' as const };
  const former = await findUser(ports, email);
  if (former && former.sub !== sub) await deleteRow(ports, former);
  const user = await addUser(ports, { sub, accountId, email, roles });
  // The row is there before the mail, so that a person who gets a password can also sign in.
  if (userPool && invitation === 'sent again') await inviteAgain(userPool, email);
  return { ...user, invitation };
}

/** The person of the identity provider who has a row, and may sign in again if they were blocked. Null: none has one. */
async function federatedUser(users: Table, pool: UserPool, email: string) {
  for (const { sub, userName } of await findFederated(pool, email)) {
    if (!(await readUser(users, sub))) continue;
    await enablePoolUser(pool, userName);
    return { sub, invitation: 'none' as const };
  }
  return null;
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
    checkMember(user, accountId);
    if (user.otherAccounts) {
      const left = await takeAccount(ports, user, accountId);
      return { email, removed: true, accounts: accountsOf(left) };
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
async function blockFederated(
  ports: UserPorts & { userPool: UserPool },
  { sub, userName }: Federated,
): Promise<void> {
  const { users, userPool, now } = ports;
  if (!(await readUser(users, sub))?.blockedAt) {
    const row = { sub, blockedAt: now().toISOString() };
    const changes = (userPool.groupAccounts ?? []).map((accountId) =>
      recorded(ports, accountId, 'user.removed', `user:${sub}`, {}),
    );
    for (const change of changes.length > 0 ? changes : [alone]) {
      await blockUser(users, row, change);
    }
  }
  await disablePoolUser(userPool, userName);
}

const unknown = (sentence: string) =>
  new ManageError(sentence, [], { code: 'unknown', hint: 'user list shows the users' });

/** Takes the user's accounts away one by one, so that the trail of each has it, and deletes the row with the last. */
async function deleteRow(ports: UserPorts, user: UserRecord): Promise<void> {
  let left = user;
  for (const other of user.otherAccounts ?? []) left = await takeAccount(ports, left, other);
  await deleteUser(ports.users, left.sub, removal(ports, left, left.accountId));
}
