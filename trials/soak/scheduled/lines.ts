import * as z from 'zod';
import type { Lanes } from '../../harness/lanes.ts';
import type { Environment } from '../function/environment.ts';
import { eventOf, steady } from '../function/lines.ts';
import type { Meetings } from '../function/meetings.ts';
import { patience } from '../patience.ts';
import type { Cancelled, Cancelling, Delivered, Delivery } from './messages.ts';
import type { QueueDelivery } from './wake-ups.ts';

export const place = z.object({ accountId: z.string(), messageId: z.string() });
const sweep = z.object({ partition: z.string(), after: z.optional(z.string()) });
const wakeUp = z.union([place, z.object({ sweep })]);

/** The line to `due`. `onClock` is told how far the clock of each wake-up of a message is ahead, in milliseconds. */
export function wakeUpLine(
  environments: Lanes<Environment<Delivery, Delivered>>,
  meetings: Meetings,
  onClock: (messageId: string, aheadMs: number) => void,
): (delivery: QueueDelivery) => Promise<Delivered['woken']> {
  return ({ body, received, nowMs, words, calm }) =>
    environments.use(async (environment) => {
      const caller = environment.prepare();
      const aheadMs = nowMs - Date.now();
      const asked = wakeUp.parse(body);
      if ('messageId' in asked) onClock(asked.messageId, aheadMs);
      meetings.begin(caller, { words, slowness: words, calm });
      const invoked = await environment.invoke({
        asked: 'sweep' in asked ? asked : { ...asked, received },
        clock: { ...steady, aheadMs },
      });
      meetings.end(caller);
      return invoked.ended === 'answered' ? invoked.answer.woken : null;
    });
}

const answer = z.object({ cancelled: z.array(z.string()) });

/** The requests of one cancel; the last ones meet no faults, and come after longer and longer pauses. */
const faultyRequests = 4;
const requests = 20;

/**
 * The line to `cancel`: repeats its request until it is answered, as a careful caller does. Returns the ids that are
 * cancelled; null if no answer came.
 */
export function cancelLine(
  environments: Lanes<Environment<Cancelling, Cancelled>>,
  meetings: Meetings,
) {
  return async (sendId: string, accountId: string, messageId: string): Promise<string[] | null> => {
    const event = eventOf(accountId, JSON.stringify({ id: messageId }));
    for (let number = 0; number < requests; number++) {
      const words = [sendId, 'cancel', number];
      const calm = number >= faultyRequests;
      if (calm) await patience(number - faultyRequests);
      const invoked = await environments.use(async (environment) => {
        const caller = environment.prepare();
        meetings.begin(caller, { words, slowness: words, calm });
        const ended = await environment.invoke({ event });
        meetings.end(caller);
        return ended;
      });
      if (invoked.ended !== 'answered') continue;
      const { statusCode, body } = invoked.answer.answer;
      if (statusCode === 200) return answer.parse(JSON.parse(body)).cancelled;
      if (statusCode < 500) throw new Error(`Cancel answered ${statusCode}: ${body}`);
    }
    return null;
  };
}
