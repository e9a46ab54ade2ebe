import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, clientSettings, nullIf } from './client.ts';

/** The user pool of this deployment: it decides who can sign in, and not what they may do. */
export interface UserPool {
  client: CognitoIdentityProviderClient;
  id: string;
}

export interface PoolUser {
  /** The id that never changes; the address may change. */
  sub: string;
  /** Whether the temporary password of the invitation is still the only one. */
  pending: boolean;
}

export function userPoolClient(times: CallTimes, place?: ClientPlace) {
  return new CognitoIdentityProviderClient(clientSettings(times, place));
}

/** The user who signs in with this address, in any case; null where there is none. */
export async function findPoolUser(pool: UserPool, email: string): Promise<PoolUser | null> {
  const get = new AdminGetUserCommand({ UserPoolId: pool.id, Username: email });
  const found = await nullIf('UserNotFoundException', pool.client.send(get));
  return found && toPoolUser(found.UserAttributes, found.UserStatus);
}

/**
 * Creates a user, and Cognito mails that user a temporary password. Null where the pool has a user with
 * this address already, perhaps from our own first try, whose answer was lost.
 */
export async function createPoolUser(pool: UserPool, email: string): Promise<PoolUser | null> {
  const create = new AdminCreateUserCommand({
    UserPoolId: pool.id,
    Username: email,
    DesiredDeliveryMediums: ['EMAIL'],
    // The invitation proves it: only who reads this mailbox knows the password.
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
  const created = await nullIf('UsernameExistsException', pool.client.send(create));
  return created && toPoolUser(created.User?.Attributes, created.User?.UserStatus);
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

/** Deletes a user, so that no new token is issued. A user who does not exist is no error. */
export async function deletePoolUser({ client, id }: UserPool, Username: string): Promise<void> {
  const remove = new AdminDeleteUserCommand({ UserPoolId: id, Username });
  await nullIf('UserNotFoundException', client.send(remove));
}

function toPoolUser(attributes: AttributeType[] | undefined, status: string | undefined): PoolUser {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error('The user pool returned a user without a sub');
  return { sub, pending: status === 'FORCE_CHANGE_PASSWORD' };
}
