import {
  type CallTimes,
  withinRequest,
  withinRequestMs,
} from '../../../shared/adapters/call-times.ts';
import { sendTimes } from '../../../shared/adapters/ses/ses.ts';

/**
 * All times of a function in the run are two fifths of the service's, so that a peer that hangs costs less: its own, the
 * limits of its calls, and how slow its peers are. The shares of a request's deadline follow from its own time. The
 * pauses between tries are as they are, and a lease is never sat out.
 */
const factor = 2 / 5;

export const scaled = (ms: number) => ms * factor;

/** What a function has: 15 s, as `lib/service-stack.ts` gives it. */
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

/** The longest that a slow table takes for a call, and a slow SES. */
export const slowMs = { tables: scaled(4000), ses: scaled(10_000) };

/** How old an answer to a read without ConsistentRead may be. Not scaled: a function has ended meanwhile. */
export const lagMs = 2000;
