import {
  type CallTimes,
  withinRequest,
  withinRequestMs,
} from '../../../shared/adapters/call-times.ts';
import { sendTimes } from '../../../shared/adapters/ses/ses.ts';

/**
 * All times of a function in the run are two fifths of the real ones, so that a peer that hangs costs less: the function's
 * time, the limits of its calls, and how slow its peers are. The shares of a request's deadline follow from the function's
 * time. Pauses between tries are not scaled, and the run never waits for a lease to end.
 */
const factor = 2 / 5;

const scaled = (ms: number) => ms * factor;

/** A time of the run, as it would be in AWS. */
export const unscaled = (ms: number) => ms / factor;

/** A function's time: 15 s, as in `lib/service-stack.ts`. */
export const functionMs = scaled(15_000);

export const tableTimes: CallTimes = {
  attempts: withinRequest.attempts,
  connectMs: scaled(withinRequest.connectMs),
  answerMs: scaled(withinRequest.answerMs),
};

/** One call of a table with all its tries. */
export const tableCallMs = scaled(withinRequestMs);

export const sesTimes = {
  connectMs: scaled(sendTimes.connectMs),
  answerMs: scaled(sendTimes.answerMs),
  wholeMs: scaled(sendTimes.wholeMs),
};

/** The longest that a call to a slow table takes, and a call to a slow SES. */
export const slowMs = { tables: scaled(4000), ses: scaled(10_000) };

/** How old an answer to a read without ConsistentRead may be. Not scaled: it spans several requests. */
export const lagMs = 2000;
