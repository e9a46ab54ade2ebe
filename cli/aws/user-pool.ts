import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** The user pool of this deployment: who can sign in, and nothing of what they may do. */
export interface UserPool {
  client: CognitoIdentityProviderClient;
  id: string;
}

export interface PoolUser {
  /** The id that never changes; an address may. */
  sub: string;
  /** Whether the temporary password of the invitation is still the only one. */
  pending: boolean;
}

export function userPoolClient(
  times: CallTimes,
  settings: Pick<CognitoIdentityProviderClientConfig, 'region'> = {},
): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({ ...settings, ...callTimes(times) });
}

/** The user who signs in with this address, in any case; null where there is none. */
export async function findPoolUser(pool: UserPool, email: string): Promise<PoolUser | null> {
  const get = new AdminGetUserCommand({ UserPoolId: pool.id, Username: email });
  try {
    const { UserAttributes, UserStatus } = await pool.client.send(get);
    return toPoolUser(UserAttributes, UserStatus);
  } catch (error) {
    if (error instanceof UserNotFoundException) return null;
    throw error;
  }
}

/**
 * Creates a user, to whom Cognito mails a temporary password. Null where there is one with this
 * address: perhaps our own first try, whose answer was lost.
 */
export async function createPoolUser(pool: UserPool, email: string): Promise<PoolUser | null> {
  const create = new AdminCreateUserCommand({
    UserPoolId: pool.id,
    Username: email,
    DesiredDeliveryMediums: ['EMAIL'],
    // The invitation proves it: nobody else can know the password.
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
  try {
    const { User } = await pool.client.send(create);
    return toPoolUser(User?.Attributes, User?.UserStatus);
  } catch (error) {
    if (error instanceof UsernameExistsException) return null;
    throw error;
  }
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

/** Deletes a user, and with it every way to a new token; one who is gone is fine. */
export async function deletePoolUser(pool: UserPool, email: string): Promise<void> {
  try {
    await pool.client.send(new AdminDeleteUserCommand({ UserPoolId: pool.id, Username: email }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

function toPoolUser(attributes: AttributeType[] | undefined, status: string | undefined): PoolUser {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error('The user pool shows a user without its sub');
  return { sub, pending: status === 'FORCE_CHANGE_PASSWORD' };
}
