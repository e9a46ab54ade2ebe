import type { ApiKey } from '../../shared/manage/keys.ts';
import type { Deployment } from '../connection/deployment.ts';
import { requestLogOf } from '../logs/request-log.ts';
import { toFailure } from '../terminal/failure.ts';
import { localTime } from '../terminal/local-time.ts';

/** A key with the time of the last request with it; null for none since the time that was looked from. */
export type UsedKey = ApiKey & { lastUsedAt: string | null };

/** Looks the last requests with these keys up in the log. */
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
 * What to know of a key that was deleted just now: whether somebody was using it. Undefined for one
 * that rested for a day. A log that cannot be read takes nothing back.
 */
export async function noteOnDeleted(
  key: ApiKey,
  deployment: Deployment,
  now: Date,
): Promise<string | undefined> {
  try {
    const [used] = await withLastUse([key], deployment, new Date(now.getTime() - dayMs));
    if (!used?.lastUsedAt) return undefined;
    return `It was in use, last at ${localTime(used.lastUsedAt)}: whoever used it needs another one, made with key create.`;
  } catch (fault) {
    return `Whether it was in use could not be read from the log: ${toFailure(fault).error}`;
  }
}
