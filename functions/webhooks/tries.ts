const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause before each further try of an event, in milliseconds: 75 hours in all. */
const pausesMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The longest pause between two tries of an endpoint that fails. After each pause one of its events is tried. */
const longestEndpointPauseMs = 2 * hour;

/** The longest pause that a receiver may ask for. */
const longestAskedMs = 24 * hour;

/** An endpoint that accepts nothing for so long is paused, if so many tries failed in that time. */
const failingForMs = 72 * hour;
const failuresToPause = 20;

/** How long an event may wait for an endpoint that fails, without being tried itself. */
export const longestWaitMs = 75 * hour;

type Random = () => number;

/** Varies a pause by up to 20 % either way, so that events that failed together are not retried together. */
const spread = (ms: number, random: Random) => ms * (0.8 + 0.4 * random());

/** The pause after a failed try of an event; the first try is `attempt` 0. Null after the last try. */
export function eventPauseMs(attempt: number, random: Random): number | null {
  const pause = pausesMs[attempt];
  return pause === undefined ? null : spread(pause, random);
}

/**
 * The pause of an endpoint after a failed try: that of an event whose tries began when the endpoint began to fail. It
 * grows with time, because tries that fail at the same time count as one.
 */
export function endpointPauseMs(failingForMs: number, random: Random): number {
  let passedMs = 0;
  const pause = pausesMs.find((each) => {
    passedMs += each;
    // A spread pause may be shorter.
    return failingForMs < 0.8 * passedMs;
  });
  const longest = longestEndpointPauseMs;
  return spread(Math.min(pause ?? longest, longest), random);
}

/** The pause that the header `retry-after` asks for, at most a day; 0 if it has neither seconds nor a date. */
export function askedPauseMs(retryAfter: string | null, nowMs: number): number {
  if (retryAfter === null) return 0;
  const text = retryAfter.trim();
  const asked = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - nowMs;
  return Math.min(Math.max(asked || 0, 0), longestAskedMs);
}

/** Whether an endpoint has accepted nothing for so long that an operator is told. */
export function isFailing({ failingSince }: { failingSince: string | null }, nowMs: number) {
  return failingSince !== null && nowMs - Date.parse(failingSince) >= hour;
}

/** Whether an endpoint has failed for so long, and so often, that it is paused. */
export function isDead(
  { failingSince, failures }: { failingSince: string | null; failures: number },
  nowMs: number,
): boolean {
  if (failingSince === null || failures < failuresToPause) return false;
  return nowMs - Date.parse(failingSince) >= failingForMs;
}
