import { withinRequest } from '../../../shared/adapters/call-times.ts';
import { sendTimes } from '../../../shared/adapters/ses/ses.ts';

/**
 * All times of a function in the run are two fifths of the real ones, so that a peer that hangs costs less: the function's
 * time, the limits of its calls, and how slow its peers are. The shares of a request's deadline follow from the function's
 * time. Pauses between tries are not scaled, and the run never waits for a lease to end.
 */
const factor = 2 / 5;

/** A function's time: 15 s, as in `lib/service-stack.ts`. */
export const wholeMs = 15_000;
export const functionMs = wholeMs * factor;

/** The longest time of a call to a slow table, and of a call to a slow SES. */
export const slowMs = { tables: 4000 * factor, ses: 10_000 * factor };

/** How old an answer to a read without ConsistentRead may be. Not scaled: it spans several requests. */
export const lagMs = 2000;

/** Scales the limits of the calls that a function makes in this thread. Its handler must be loaded after that. */
export function scaleCalls(): void {
  withinRequest.connectMs *= factor;
  withinRequest.answerMs *= factor;
  sendTimes.connectMs *= factor;
  sendTimes.answerMs *= factor;
  sendTimes.wholeMs *= factor;
}
