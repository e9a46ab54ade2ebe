import type { Random } from '../random.ts';

/** What one request reads from its clock. */
export interface Clock {
  /** Milliseconds that it is ahead from the beginning; below 0 it is behind. */
  aheadMs: number;
  /** A step in the middle of the request: after so many looks at the clock; null: none. */
  step: { afterLooks: number; ms: number } | null;
}

const stepMs = 3_600_000;

/** How often the clock of a request is an hour off, and how often it steps so far in its middle. */
const odds = { off: 0.05, steps: 0.05 };

/** A request looks at its clock four times: at the latest when it writes how the send ended. */
const mostLooks = 3;

/**
 * Draws the clock of a request. `isSecond`: another request with its key is at work, which an hour forward takes for
 * dead in every second case.
 */
export function drawClock(random: Random, { isSecond }: { isSecond: boolean }): Clock {
  const drawn = random();
  const ms = random() < 0.5 ? stepMs : -stepMs;
  if (isSecond && drawn < 0.5) return { aheadMs: stepMs, step: null };
  if (drawn < odds.off) return { aheadMs: ms, step: null };
  if (drawn > odds.off + odds.steps) return { aheadMs: 0, step: null };
  return { aheadMs: 0, step: { afterLooks: 1 + Math.floor(random() * mostLooks), ms } };
}

/** The clock that the requests of one send look at. None of its leases is over before `latestMs` and a lease. */
export function latestMs({ aheadMs, step }: Clock): number {
  return aheadMs + Math.max(0, step?.ms ?? 0);
}

/** The time as a request reads it, which begins now. */
export function readClock({ aheadMs, step }: Clock): () => number {
  let looks = 0;
  return () => {
    looks += 1;
    const steppedMs = step !== null && looks > step.afterLooks ? step.ms : 0;
    return Date.now() + aheadMs + steppedMs;
  };
}
