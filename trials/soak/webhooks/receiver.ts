import { Webhook } from 'standardwebhooks';
import type { Delivery, WakeUp } from '../../../functions/webhooks/delivery.ts';
import type { Stops } from '../../../local/stops.ts';
import type { RecipientEvent } from '../../../shared/webhook/webhook-event.ts';
import type { Lanes } from '../../harness/lanes.ts';
import { receiverOdds } from '../faults/fate.ts';
import { type Call, startFaultServer, type WholeAnswer } from '../faults/server.ts';
import type { Environment } from '../function/environment.ts';
import { steady } from '../function/lines.ts';
import type { Meetings } from '../function/meetings.ts';
import type { QueueDelivery } from '../scheduled/wake-ups.ts';
import type { Handled, Handling } from './messages.ts';

/** An event that the receiver got, whatever it answered. */
export interface Received {
  id: string;
  event: RecipientEvent;
  /** Whether `standardwebhooks` makes the same signature with the endpoint's secret. */
  isSigned: boolean;
}

/** Counts of broken promises: each must be zero. */
export interface ReceiverViolations {
  /** Deliveries that were still waiting when the function's time was over, although the receiver had answered 101. */
  hungDeliveries: number;
}

const headerOf = ({ headers }: Call, name: string) => String(headers[`webhook-${name}`]);

const taken: WholeAnswer = {
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('taken'),
};

/** A receiver of webhooks that fails, and the line to the function that delivers to it. */
export async function startReceiver(meetings: Meetings, secret: string, stops: Stops) {
  const received: Received[] = [];
  const webhook = new Webhook(secret);
  /** The thread that delivers each event, and the one that was woken last: it delivers the parked ones. */
  const callers = new Map<string, string>();
  let woken = '';
  /** The threads that got a 101. */
  const upgraded = new Set<string>();
  const violations: ReceiverViolations = { hungDeliveries: 0 };
  const server = await startFaultServer({
    meet: (call) => {
      const caller = callers.get(headerOf(call, 'id')) ?? woken;
      const meeting = meetings.meet({ ...call, caller }, 'receiver', 'POST', receiverOdds);
      if (meeting.fate.answer === 'upgrade') upgraded.add(caller);
      return meeting;
    },
    apply: async (call) => {
      const id = headerOf(call, 'id');
      const body = call.body.toString();
      // Its `verify` also compares the time with the real clock, and the clocks of the run are far ahead of that.
      const at = new Date(1000 * Number(headerOf(call, 'timestamp')));
      const isSigned = headerOf(call, 'signature') === webhook.sign(id, at, body);
      received.push({ id, event: JSON.parse(body), isSigned });
      return taken;
    },
  });
  stops.add(server, (each) => each.stop());
  return {
    received,
    violations,
    url: server.urlFor('receiver'),
    quiet: () => server.quiet(),
    lineBy:
      (environments: Lanes<Environment<Handling, Handled>>) =>
      ({ body, nowMs, words, calm }: QueueDelivery) =>
        environments.use(async (environment) => {
          const asked = body as Delivery | WakeUp;
          const caller = environment.prepare();
          const eventId = 'eventId' in asked ? asked.eventId : null;
          if (eventId === null) woken = caller;
          else callers.set(eventId, caller);
          meetings.begin(caller, { words, slowness: words, calm });
          const clock = { ...steady, aheadMs: nowMs - Date.now() };
          const invoked = await environment.invoke({ asked, clock });
          meetings.end(caller);
          if (eventId !== null) callers.delete(eventId);
          const isUpgraded = upgraded.delete(caller);
          if (isUpgraded && invoked.ended === 'out of time') violations.hungDeliveries += 1;
          return invoked.ended === 'answered' ? invoked.answer.outcome : null;
        }),
  };
}
