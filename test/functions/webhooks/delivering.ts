import type { Delivery, WakeUp } from '../../../functions/webhooks/delivery.ts';
import { webhookPorts } from '../../../functions/webhooks/ports.ts';
import { type Delivered, deliver } from '../../../functions/webhooks/run.ts';
import { type WakePorts, wake } from '../../../functions/webhooks/wake.ts';
import { listAccepted } from '../../../shared/adapters/tables/accepted-events-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { listParked } from '../../../shared/adapters/tables/parked-events-table.ts';
import {
  putEndpoint,
  readEndpoint,
} from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { listFailures } from '../../../shared/adapters/tables/webhook-failures-table.ts';
import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import type { Posting } from '../../../shared/webhook/posting.ts';
import type { TestTables } from '../../dynalite.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';

export const startMs = Date.parse('2026-11-22T10:00:00.000Z');
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const accepted: Posted = { status: 200, problem: null, excerpt: '', retryAfter: null };

export const refused = (status: number, more: Partial<Posted> = {}): Posted => ({
  ...{ status, problem: `the receiver answered ${status}`, excerpt: '', retryAfter: null },
  ...more,
});

const unanswered: Posted = { ...refused(0), status: null };

/** A delivery or a wake-up that the queue was asked for. */
export interface DeliveryRequest {
  delivery: Delivery | WakeUp;
  notBeforeMs: number;
  name: string;
}

let accounts = 0;

/** The function with real tables, a clock, a queue and a receiver of the test. It begins with one endpoint. */
export async function startDelivering(tables: TestTables, change: Partial<WebhookEndpoint> = {}) {
  accounts += 1;
  const accountId = `acc_${accounts}`;
  const endpointId = `wh_${String(accounts).padStart(16, '0')}`;
  const endpoint = webhookEndpoint({ accountId, endpointId, ...change });
  await putEndpoint(tables.messages, endpoint, alone);
  const asked: DeliveryRequest[] = [];
  const posted: (Posting & { atMs: number })[] = [];
  const world = {
    nowMs: startMs,
    random: 0.5,
    /** The receiver's answer. */
    answer: async (_: Posting): Promise<Posted> => accepted,
    /** Resolves when a request is slow. */
    untilSlow: () => new Promise<null>(() => undefined),
  };
  /** The results of the parked events that wake-ups delivered. */
  const ended: Delivered[] = [];
  const container = () =>
    webhookPorts({
      messages: tables.messages,
      post: (posting, _, signal) => {
        posted.push({ ...posting, atMs: world.nowMs });
        const cut = Promise.withResolvers<Posted>();
        signal.addEventListener('abort', () => cut.resolve(unanswered));
        return Promise.race([world.answer(posting), cut.promise]);
      },
      slots: 2,
      untilSlow: () => world.untilSlow(),
      wakeUps: {
        later: async (queue, body, notBeforeMs, name) => {
          if (queue !== 'webhooks') throw new Error(`Not the queue of webhooks: ${queue}`);
          asked.push({ delivery: JSON.parse(JSON.stringify(body)), notBeforeMs, name });
        },
      },
      epochMs: () => world.nowMs,
      random: () => world.random,
    });
  let ports = container();

  const give = (delivery: Delivery): Promise<Delivered> => deliver(delivery, ports);

  const wakeUp = (asked: WakeUp, change: Partial<WakePorts> = {}) =>
    wake(asked, {
      ...ports,
      ...change,
      told: async (_, work) => {
        const delivered = await work();
        ended.push(delivered);
        return delivered;
      },
    });

  return {
    endpoint,
    asked,
    posted,
    ended,
    world,
    /** An event of this account for the endpoint. */
    event: (eventId = 'evt_0000000000000000000001', more: Partial<Delivery> = {}): Delivery => ({
      ...{ accountId, endpointId, eventId, attempt: 0 },
      event: {
        type: 'message.bounced',
        ...{ timestamp: '2026-11-22T09:59:59.000Z' },
        data: { id: '01KQHFP6800000000000000001' },
      },
      ...more,
    }),
    deliver: give,
    /** The ports of one event. */
    ports: () => ports,
    wakeUp,
    parked: () => listParked(tables.messages, endpoint, 1000),
    /** Moves to the queue's next delivery and hands it over. Returns an event's result; null for a wake-up. */
    async next(): Promise<Delivered | null> {
      asked.sort((one, other) => one.notBeforeMs - other.notBeforeMs);
      const soonest = asked.shift();
      if (!soonest) throw new Error('The queue is empty');
      world.nowMs = Math.max(world.nowMs, soonest.notBeforeMs);
      if (!('wakeAt' in soonest.delivery)) return give(soonest.delivery);
      await wakeUp(soonest.delivery);
      return null;
    },
    /** Replaces the container by a new one with empty caches. */
    restart: () => {
      ports = container();
    },
    stored: () => readEndpoint(tables.messages, accountId, endpointId),
    failures: () => listFailures(tables.messages, accountId, {}, 100),
    kept: () => listAccepted(tables.messages, endpoint, 100),
  };
}
