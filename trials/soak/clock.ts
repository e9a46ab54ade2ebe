import type { Random } from '../harness/random.ts';

/** The clock of one request. */
export interface Clock {
  /** How many milliseconds the clock is ahead at the start; negative if it is slow. */
  aheadMs: number;
  /** A step in the middle of the request, after this many reads of the clock; null if there is no step. */
  step: { afterReads: number; ms: number } | null;
}

const stepMs = 3_600_000;

/** The shares of requests whose clock is an hour off, and whose clock steps by an hour in the middle. */
const odds = { off: 0.05, steps: 0.05 };

/** A request reads its clock at least this often until it records how the send ended; the AWS SDK reads it for each call. */
const mostReads = 8;

/**
 * Draws the clock of a request. `isSecond`: another request with its key is running. In half of these cases the clock is
 * an hour ahead, so that this request believes that the other one has died.
 */
export function drawClock(random: Random, { isSecond }: { isSecond: boolean }): Clock {
  const drawn = random();
  const ms = random() < 0.5 ? stepMs : -stepMs;
  if (isSecond && drawn < 0.5) return { aheadMs: stepMs, step: null };
  if (drawn < odds.off) return { aheadMs: ms, step: null };
  if (drawn > odds.off + odds.steps) return { aheadMs: 0, step: null };
  return { aheadMs: 0, step: { afterReads: 1 + Math.floor(random() * mostReads), ms } };
}

/** The furthest that a clock is ahead, in milliseconds: a lease that it sets ends at most one lease later. */
export function latestMs({ aheadMs, step }: Clock): number {
  return aheadMs + Math.max(0, step?.ms ?? 0);
}

/** Returns the clock of a request that starts now. `realNow` is the machine's clock. */
export function readClock({ aheadMs, step }: Clock, realNow: () => number): () => number {
  let reads = 0;
  return () => {
    reads += 1;
    const steppedMs = step !== null && reads > step.afterReads ? step.ms : 0;
    return realNow() + aheadMs + steppedMs;
  };
}

/** A correct clock. */
export const steady: Clock = { aheadMs: 0, step: null };
