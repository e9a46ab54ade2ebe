import type { KeyRecord } from '../../shared/adapters/tables/keys-table.ts';
import type { FunctionTime } from '../../shared/deadline.ts';
import { doorsStage } from '../../shared/engine/doors.ts';
import { type RefusalCode, refusals } from '../../shared/engine/errors.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import { bearerToken, hashApiKey, looksLikeApiKey } from '../../shared/keys/api-key.ts';
import { looksLikeHookId } from '../../shared/keys/ids.ts';
import type { AuthorizerAnswer, AuthorizerRequest, KnownCaller } from './contract.ts';

export type KnownKey = Omit<KeyRecord, 'keyHash' | 'name' | 'hint' | 'createdAt' | 'revokedAt'>;

export interface AuthorizerPorts {
  /** Reads a key with one strongly consistent read; null for a key that never existed. */
  readKey: (keyHash: string) => Promise<KnownKey | null>;
  /** In milliseconds. Default: the clock. */
  epochMs?: () => number;
}

/** Makes the authorizer's handler. It logs what no endpoint function logs: refusals, faults and its own cold starts. */
export function authorizer({
  readKey,
  epochMs,
}: AuthorizerPorts): (request: AuthorizerRequest, time: FunctionTime) => Promise<AuthorizerAnswer> {
  return lambdaHandler({
    name: 'authorizer',
    run: ({ event, notes }) =>
      authorize(event, {
        epochMs,
        readKey: async (keyHash) => {
          const key = await readKey(keyHash);
          if (key !== null) Object.assign(notes, { accountId: key.accountId, keyId: key.keyId });
          return key;
        },
      }).catch((fault) => {
        notes.status = 500;
        throw fault;
      }),
    lineOf: ({ context }, { cold }) => {
      if ('errorMessage' in context) return { status: 401, outcome: 'refused' };
      return cold ? { outcome: 'ok' } : null;
    },
  });
}

/** Allows or denies one request, without a cache. A thrown error could only say `Unauthorized`, so it denies. */
export async function authorize(
  request: AuthorizerRequest,
  { readKey, epochMs = Date.now }: AuthorizerPorts,
): Promise<AuthorizerAnswer> {
  const { methodArn } = request;
  const secret = secretIn(request);
  if (secret === null) return deny(methodArn, 'unknownKey');
  const key = await readKey(hashApiKey(secret));
  if (key === null) return deny(methodArn, 'unknownKey');
  const isOver = key.activeUntil !== undefined && Date.parse(key.activeUntil) <= epochMs();
  if (key.status !== 'active' || isOver) {
    return deny(methodArn, key.hook ? 'unknownKey' : 'revokedKey');
  }
  const { accountId, keyId, messageParts, personKey, test, scopes, hook, paused } = key;
  const context: KnownCaller = { accountId, keyId };
  if (messageParts !== undefined) context.messageParts = messageParts;
  if (personKey) context.personKey = personKey;
  if (test) context.test = JSON.stringify(test);
  if (scopes) context.scopes = JSON.stringify(scopes);
  if (hook) context.hook = hook;
  if (paused) context.paused = JSON.stringify(paused);
  return {
    principalId: accountId,
    policyDocument: policy('Allow', methodArn),
    context,
    usageIdentifierKey: key.usageIdentifierKey,
  };
}

/** The API key or the hook's id in a request; null if there is none of the right shape. */
function secretIn(request: AuthorizerRequest): string | null {
  if (request.type === 'REQUEST') {
    const { hook = '' } = request.pathParameters ?? {};
    return looksLikeHookId(hook) ? hook : null;
  }
  const { authorizationToken, methodArn } = request;
  // Postmark's header has no scheme. `/v1` accepts no token without one.
  const [, stage, , door] = methodArn.split('/');
  const isBare = stage === doorsStage && door === 'postmark';
  const token = isBare ? authorizationToken : bearerToken(authorizationToken);
  return token !== null && looksLikeApiKey(token) ? token : null;
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
