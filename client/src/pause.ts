import type { PostriderError } from './error.ts';
import type { World } from './world.ts';

/** The first pause is at most this long, each further one twice the one before. */
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** Who is told to wait longer than this would rather know it. */
const longestWaitSeconds = 60;

/**
 * A request whose first try still runs is asked for again this often at the most: the service gives
 * a dead one up after 20 s, and asks for a second's patience each time.
 */
const mostRunning = 30;

/** How many tries have failed, and how. */
export interface Tries {
  failed: number;
  running: number;
}

/**
 * How many milliseconds to wait before the request is sent again; undefined where it must not be, or
 * where it would make no sense. Exponential with full jitter, so that callers who failed together do
 * not come back together; what `Retry-After` asks for comes before.
 */
export function pauseBefore(
  { status, retryAfter = 0 }: PostriderError,
  tries: Tries,
  { retries, random }: { retries: number; random: World['random'] },
): number | undefined {
  if (!isPassing(status) || retries === 0 || retryAfter > longestWaitSeconds) return undefined;
  if (status === 409 ? tries.running > mostRunning : tries.failed > retries) return undefined;
  const ceilingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (Math.max(tries.failed, 1) - 1));
  return retryAfter * 1000 + random() * ceilingMs;
}

/** No answer, too many requests, a request that still runs, a fault: the next try may well succeed. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 409 || status === 429 || status >= 500;
}

/** Seconds of a `Retry-After`, which is a number of them or a date (RFC 9110 §10.2.3). */
export function secondsOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
