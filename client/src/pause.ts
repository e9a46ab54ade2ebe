import type { PostriderError } from './error.ts';
import type { Runtime } from './runtime.ts';

/** The longest first pause. Each further pause may be twice as long as the one before. */
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** If the service asks for a longer wait, the caller gets the error instead. */
const longestWaitSeconds = 60;

/**
 * The most tries while an earlier try still runs: the service gives up a dead try after 20 s, and
 * asks the caller to wait a second each time.
 */
const mostRunning = 30;

/** How many tries have failed, and how many found an earlier one running. */
export interface Tries {
  failed: number;
  running: number;
}

/**
 * Milliseconds to wait before the next try; undefined if there must be no next try, or it would not help. The pause is
 * exponential with full jitter, so that callers who failed together do not come back together. It is added to the time
 * that `Retry-After` asks for.
 */
export function pauseBefore(
  { status, retryAfter = 0 }: PostriderError,
  tries: Tries,
  { retries, random }: { retries: number; random: Runtime['random'] },
): number | undefined {
  if (!isTemporary(status) || retries === 0 || retryAfter > longestWaitSeconds) return undefined;
  if (status === 409 ? tries.running > mostRunning : tries.failed > retries) return undefined;
  const ceilingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (Math.max(tries.failed, 1) - 1));
  return retryAfter * 1000 + random() * ceilingMs;
}

/** No answer, too many requests, a running request, a fault: the next try may succeed. */
function isTemporary(status: number | undefined): boolean {
  return status === undefined || status === 409 || status === 429 || status >= 500;
}

/** The seconds of a `Retry-After`: a number or a date (RFC 9110 §10.2.3). */
export function secondsOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
