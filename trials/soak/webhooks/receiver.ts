import { Webhook } from 'standardwebhooks';
import type { Delivery, WakeUp } from '../../../functions/webhooks/delivery.ts';
import type { Stops } from '../../../local/stops.ts';
import type { RecipientEvent } from '../../../shared/webhook/webhook-event.ts';
import { steady } from '../clock.ts';
import { receiverOdds } from '../faults/fate.ts';
import { type Call, startFaultServer, type WholeAnswer } from '../faults/server.ts';
import { type CallFunction, isTaken, queueEvent } from '../functions/call.ts';
import type { Violations } from '../judge.ts';
import type { Meetings } from '../meetings.ts';
import type { QueueDelivery } from '../wake-ups.ts';

/** An event that the receiver got, whatever it answered. */
export interface Received {
  id: string;
  event: RecipientEvent;
  /** Whether `standardwebhooks` makes the same signature with the endpoint's secret. */
  isSigned: boolean;
}

const headerOf = ({ headers }: Call, name: string) => String(headers[`webhook-${name}`]);

const taken: WholeAnswer = {
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('taken'),
};

/** Starts a failing webhook receiver, and its connection to the delivering function, which `call` calls. */
export async function startReceiver(
  { meetings, secret, call }: { meetings: Meetings; secret: string; call: CallFunction },
  stops: Stops,
) {
  const received: Received[] = [];
  const webhook = new Webhook(secret);
  /** The thread that delivers each event. The thread that was woken last delivers the parked events. */
  const callers = new Map<string, string>();
  let woken = '';
  /** The threads whose request was answered with 101. */
  const upgraded = new Set<string>();
  let hung = 0;
  const server = await startFaultServer({
    meet: (request) => {
      const caller = callers.get(headerOf(request, 'id')) ?? woken;
      const meeting = meetings.meet({ ...request, caller }, 'receiver', 'POST', receiverOdds);
      if (meeting.fate.answer === 'upgrade') upgraded.add(caller);
      return meeting;
    },
    apply: async (request) => {
      const id = headerOf(request, 'id');
      const body = request.body.toString();
      // Does not call `verify`, which compares the time with the real clock: the run's clocks are far ahead of it.
      const at = new Date(1000 * Number(headerOf(request, 'timestamp')));
      const isSigned = headerOf(request, 'signature') === webhook.sign(id, at, body);
      received.push({ id, event: JSON.parse(body), isSigned });
      return taken;
    },
  });
  stops.add(server, (each) => each.stop());
  return {
    received,
    violations: (): Violations => ({ 'deliveries that hang': hung }),
    url: server.urlFor('receiver'),
    quiet: () => server.quiet(),
    /** Hands an event, or a wake-up of parked events, to the function. Returns whether it was taken. */
    deliver: async ({ body, received: count, nowMs, words, calm }: QueueDelivery) => {
      const given = body as Delivery | WakeUp;
      const eventId = 'eventId' in given ? given.eventId : null;
      let thread = '';
      const called = await call({ words, slowness: words, calm }, queueEvent(given, count), {
        clock: { ...steady, aheadMs: nowMs - Date.now() },
        onCaller: (caller) => {
          thread = caller;
          if (eventId === null) woken = caller;
          else callers.set(eventId, caller);
        },
      });
      if (eventId !== null) callers.delete(eventId);
      // The function must end such a delivery before its time is over.
      const isUpgraded = upgraded.delete(thread);
      if (isUpgraded && called.ended === 'out of time') hung += 1;
      return isTaken(called);
    },
  };
}
