import type { ApiKey } from '../../../shared/manage/keys.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { requestLogOf } from '../../request-log/deployment-log.ts';
import { toFailure } from '../../terminal/failure.ts';
import { localTime } from '../../terminal/local-time.ts';

/** A key with the time of the last request that used it; null: the log has none since the given time. */
export type UsedKey = ApiKey & { lastUsedAt: string | null };

/** Looks up in the log when each key was last used. */
export async function withLastUse(
  keys: readonly ApiKey[],
  deployment: Deployment,
  since: Date,
): Promise<UsedKey[]> {
  const log = await requestLogOf(deployment);
  const uses = await log.lastUseOfKeys(since);
  return keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.keyId) ?? null }));
}

export function lastUseText({ lastUsedAt }: UsedKey, since: Date): string {
  return lastUsedAt === null
    ? `not since ${localTime(since.toISOString())}`
    : localTime(lastUsedAt);
}

const dayMs = 86_400_000;

/**
 * A warning for a key that was just deleted, if it was used within the last day. If the log cannot be
 * read, the note says so: the key is deleted all the same.
 */
export async function noteOnDeleted(
  key: ApiKey,
  deployment: Deployment,
  now: Date,
): Promise<string | undefined> {
  try {
    const [used] = await withLastUse([key], deployment, new Date(now.getTime() - dayMs));
    if (!used?.lastUsedAt) return undefined;
    return `The key was in use, last at ${localTime(used.lastUsedAt)}: its callers need a new one, made with key create.`;
  } catch (fault) {
    return `The log could not be searched for uses of the key: ${toFailure(fault).error}`;
  }
}
