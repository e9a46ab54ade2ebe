import { type RefusalCode, refusals } from '../../shared/engine/errors.ts';
import { bearerToken, hashApiKey, looksLikeApiKey } from '../../shared/keys/api-key.ts';
import type { AuthorizerAnswer, AuthorizerRequest } from './contract.ts';

/** What the authorizer needs to know of a key's record. */
export interface KnownKey {
  keyId: string;
  accountId: string;
  status: 'active' | 'revoked';
  usageIdentifierKey: string;
  /** In how many parts the account's messages are to lie; absent: in one. */
  messageParts?: number | undefined;
}

export interface AuthorizerPorts {
  /** One strongly consistent read; null for a key that never existed. */
  readKey: (keyHash: string) => Promise<KnownKey | null>;
}

/**
 * Decides about one request. Every request asks, nothing is remembered: a revoked key stops with
 * the very next one. A refusal is an explicit Deny that carries its sentence, because a thrown
 * error could only ever say `Unauthorized`.
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
  const { accountId, keyId, messageParts, usageIdentifierKey } = key;
  return {
    principalId: accountId,
    policyDocument: policy('Allow', methodArn),
    context: { accountId, keyId, ...(messageParts !== undefined && { messageParts }) },
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
