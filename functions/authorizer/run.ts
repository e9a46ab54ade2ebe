import { type RefusalCode, refusals } from '../../shared/engine/errors.ts';
import { bearerToken, hashApiKey, looksLikeApiKey } from '../../shared/keys/api-key.ts';
import type { TestDelivery } from '../../shared/keys/test-delivery.ts';
import type { AuthorizerAnswer, AuthorizerRequest } from './contract.ts';

/** The part of a key's record that the authorizer reads. */
export interface KnownKey {
  keyId: string;
  accountId: string;
  status: 'active' | 'revoked';
  usageIdentifierKey: string;
  /** The number of parts that hold the account's messages; absent: 1. */
  messageParts?: number | undefined;
  /** Present for a test key. */
  test?: TestDelivery | undefined;
  /** Absent: the key has no scopes. */
  scopes?: readonly string[] | undefined;
}

export interface AuthorizerPorts {
  /** Reads a key with one strongly consistent read; null for a key that never existed. */
  readKey: (keyHash: string) => Promise<KnownKey | null>;
}

/**
 * Allows or denies one request. It reads the key for every request and caches nothing, so it refuses a revoked key
 * from the next request on. It refuses with an explicit Deny that contains the error's sentence, because a thrown
 * error can only say `Unauthorized`.
 */
export async function authorize(
  { authorizationToken, methodArn }: AuthorizerRequest,
  { readKey }: AuthorizerPorts,
): Promise<AuthorizerAnswer> {
  const secret = bearerToken(authorizationToken);
  if (secret === null || !looksLikeApiKey(secret)) return deny(methodArn, 'unknownKey');
  const key = await readKey(hashApiKey(secret));
  if (key === null) return deny(methodArn, 'unknownKey');
  if (key.status !== 'active') return deny(methodArn, 'revokedKey');
  const { accountId, keyId, messageParts, test, scopes, usageIdentifierKey } = key;
  return {
    principalId: accountId,
    policyDocument: policy('Allow', methodArn),
    context: {
      accountId,
      keyId,
      ...(messageParts !== undefined && { messageParts }),
      ...(test && { test: JSON.stringify(test) }),
      ...(scopes && { scopes: JSON.stringify(scopes) }),
    },
    usageIdentifierKey,
  };
}

function deny(
  methodArn: string,
  code: Extract<RefusalCode, 'unknownKey' | 'revokedKey'>,
): AuthorizerAnswer {
  return {
    principalId: 'unknown',
    policyDocument: policy('Deny', methodArn),
    context: { errorMessage: refusals[code].sentence() },
  };
}

function policy(Effect: 'Allow' | 'Deny', Resource: string): AuthorizerAnswer['policyDocument'] {
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }],
  };
}
