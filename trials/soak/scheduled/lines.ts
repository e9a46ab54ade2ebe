import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Woken } from '../../../functions/due/run.ts';
import type { Lanes } from '../../harness/lanes.ts';
import type { Environment } from '../function/environment.ts';
import { eventOf, steady } from '../function/lines.ts';
import type { Meetings } from '../function/meetings.ts';
import type { Cancelled, Cancelling, Delivered, Delivery } from './messages.ts';
import type { WakeUpDelivery } from './wake-ups.ts';

/** The line to `due`. `onClock` gets the time that the clock of each wake-up shows. */
export function wakeUpLine(
  environments: Lanes<Environment<Delivery, Delivered>>,
  meetings: Meetings,
  onClock: (sendId: string, nowMs: number) => void,
): (delivery: WakeUpDelivery) => Promise<Woken | null> {
  return ({ place, received, nowMs, words, calm }) =>
    environments.use(async (environment) => {
      const caller = environment.prepare();
      onClock(String(words[0]), nowMs);
      meetings.begin(caller, { words, slowness: words, calm });
      const invoked = await environment.invoke({
        wakeUp: { ...place, received },
        clock: { ...steady, aheadMs: nowMs - Date.now() },
      });
      meetings.end(caller);
      return invoked.ended === 'answered' ? invoked.answer.woken : null;
    });
}

const answer = z.object({ cancelled: z.array(z.string()) });

/** The requests of one cancel; the last ones meet no faults, and are there because the machine may be busy. */
const faultyRequests = 4;
const requests = 12;

/** Before each request that meets no faults, in milliseconds. */
const patienceMs = 500;

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
      if (calm) await pause(patienceMs);
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
