import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { type ClientPlace, clientSettings, nullIf } from './client.ts';

/** The user pool of this deployment: it decides who can sign in, but not what a user may do. */
export interface UserPool {
  client: CognitoIdentityProviderClient;
  id: string;
  /** The accounts that groups of its identity provider open; undefined without a provider. */
  groupAccounts?: readonly string[] | undefined;
}

export interface PoolUser {
  /** The id that never changes; the address may change. */
  sub: string;
  /** Whether the user still has only the temporary password from the invitation. */
  pending: boolean;
}

export function userPoolClient(times: CallTimes, place?: ClientPlace) {
  return new CognitoIdentityProviderClient(clientSettings(times, place));
}

/** The user who signs in with this address, in upper or lower case; null if there is no such user. */
export async function findPoolUser(pool: UserPool, email: string): Promise<PoolUser | null> {
  const get = new AdminGetUserCommand({ UserPoolId: pool.id, Username: email });
  const found = await nullIf('UserNotFoundException', pool.client.send(get));
  return found && toPoolUser(found.UserAttributes, found.UserStatus);
}

/** Creates a user, whom Cognito mails a temporary password. Null if the pool has the address already. */
export async function createPoolUser(pool: UserPool, email: string): Promise<PoolUser | null> {
  const create = new AdminCreateUserCommand({
    UserPoolId: pool.id,
    Username: email,
    DesiredDeliveryMediums: ['EMAIL'],
    // Cognito mails the password to this address, so only a person who reads its mailbox can sign in.
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
  const created = await nullIf('UsernameExistsException', pool.client.send(create));
  return created && toPoolUser(created.User?.Attributes, created.User?.UserStatus);
}

/** The pool's user with this address, created and mailed if there is none. */
export async function joinPool(
  pool: UserPool,
  email: string,
): Promise<{ sub: string; invitation: 'sent' | 'sent again' | 'none' }> {
  const before = await findPoolUser(pool, email);
  const created = before ? null : await createPoolUser(pool, email);
  if (created) return { sub: created.sub, invitation: 'sent' };
  const found = before ?? (await findPoolUser(pool, email));
  if (found) return { sub: found.sub, invitation: found.pending ? 'sent again' : 'none' };
  throw new ManageError(`${email} was invited and removed at the same time: try again`);
}

/** Mails a user who has not signed in yet a new temporary password. */
export async function inviteAgain(pool: UserPool, email: string): Promise<void> {
  await pool.client.send(
    new AdminCreateUserCommand({
      UserPoolId: pool.id,
      Username: email,
      DesiredDeliveryMediums: ['EMAIL'],
      MessageAction: 'RESEND',
    }),
  );
}

/** Deletes a user: Cognito then issues no new token. Succeeds if the user does not exist. */
export async function deletePoolUser({ client, id }: UserPool, Username: string): Promise<void> {
  const remove = new AdminDeleteUserCommand({ UserPoolId: id, Username });
  await nullIf('UserNotFoundException', client.send(remove));
}

/** A person who signed in at the identity provider. */
export interface Federated {
  sub: string;
  userName: string;
}

/** The people of the identity provider with this address, in any case; none without a provider. */
export async function findFederated(
  { client, id: UserPoolId, groupAccounts }: UserPool,
  email: string,
): Promise<Federated[]> {
  const found: Federated[] = [];
  if (!groupAccounts) return found;
  // Cognito's own filter compares letter by letter, and a provider may write the address in any case.
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Attributes, Username: userName = '', UserStatus } of Users) {
      const address = Attributes?.find(({ Name }) => Name === 'email')?.Value?.toLowerCase();
      if (UserStatus !== 'EXTERNAL_PROVIDER' || address !== email) continue;
      found.push({ sub: toPoolUser(Attributes, UserStatus).sub, userName });
    }
  }
  return found;
}

/** Lets a user sign in and renew tokens no more. Succeeds if the user does not exist. */
export async function disablePoolUser({ client, id }: UserPool, Username: string): Promise<void> {
  const disable = new AdminDisableUserCommand({ UserPoolId: id, Username });
  await nullIf('UserNotFoundException', client.send(disable));
}

/** The reverse of `disablePoolUser`. */
export async function enablePoolUser({ client, id }: UserPool, Username: string): Promise<void> {
  await client.send(new AdminEnableUserCommand({ UserPoolId: id, Username }));
}

function toPoolUser(attributes: AttributeType[] | undefined, status: string | undefined): PoolUser {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error('The user pool returned a user without a sub');
  return { sub, pending: status === 'FORCE_CHANGE_PASSWORD' };
}
