import { type Delivery, deliver, type WebhookPorts } from '../../../functions/webhooks/run.ts';
import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import { expect, test } from '../../jest.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';
import { accepted, hour, minute, second, startMs } from './delivering.ts';

const dead = webhookEndpoint({ endpointId: 'wh_dead000000000000', url: 'https://dead.example/' });
const healthy = webhookEndpoint({ endpointId: 'wh_healthy000000000', url: 'https://ok.example/' });

/** As in the stack: so many functions at once, each with one event. */
const containers = 5;

/** A function takes one tick beside the receiver's answer. */
const tickMs = 20;

/**
 * The queue and its functions on a clock of the test. The dead receiver takes 15 s of every request and never answers;
 * the healthy one answers at once.
 */
function startWorld() {
  const endpoints = new Map([dead, healthy].map((each) => [each.endpointId, each]));
  const requests = new Map([dead, healthy].map(({ url }) => [url, 0]));
  /** What the queue gives from each second on, and what it gives now. */
  const delayed = new Map<number, Delivery[]>();
  const ready: Delivery[] = [];
  let sleepers: { untilMs: number; wake: () => void }[] = [];
  let nowMs = startMs;
  let inFlight = 0;
  let latestMs = 0;

  const later = (delivery: Delivery, notBeforeMs: number) => {
    const second = Math.ceil(notBeforeMs / 1000);
    delayed.set(second, [...(delayed.get(second) ?? []), delivery]);
  };
  const change = (endpointId: string, changes: Partial<WebhookEndpoint>) => {
    const endpoint = endpoints.get(endpointId);
    if (!endpoint) return null;
    endpoints.set(endpointId, { ...endpoint, ...changes });
    return { ...endpoint, ...changes };
  };
  // The same numbers in every run.
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sleep = (ms: number) =>
    new Promise<void>((wake) => sleepers.push({ untilMs: nowMs + ms, wake }));

  /** The ports of one container. It keeps a healthy endpoint for 30 s, as the function does. */
  const container = (): WebhookPorts => {
    const kept = new Map<string, { untilMs: number; endpoint: WebhookEndpoint }>();
    return {
      readEndpoint: async ({ endpointId }) => {
        const known = kept.get(endpointId);
        if (known && nowMs < known.untilMs) return known.endpoint;
        const endpoint = endpoints.get(endpointId) ?? null;
        if (endpoint?.retryAt === null) kept.set(endpointId, { untilMs: nowMs + 30_000, endpoint });
        return endpoint;
      },
      reserveTry: async ({ endpointId, retryAt }, until) =>
        endpoints.get(endpointId)?.retryAt === retryAt
          ? change(endpointId, { retryAt: until })
          : null,
      countFailedTry: async ({ endpointId }, { at, ...failed }) => {
        kept.delete(endpointId);
        const { failures = 0, failingSince } = endpoints.get(endpointId) ?? {};
        const counted = { failures: failures + 1, failingSince: failingSince ?? at };
        return change(endpointId, { ...failed, ...counted });
      },
      clearFailures: async ({ endpointId }) => {
        change(endpointId, { failingSince: null, failures: 0, retryAt: null });
      },
      pause: async ({ endpointId }, pausedBecause) =>
        change(endpointId, { state: 'PAUSED', pausedBecause }) !== null,
      post: async ({ url }): Promise<Posted> => {
        requests.set(url, (requests.get(url) ?? 0) + 1);
        if (url === healthy.url) return accepted;
        await sleep(15 * second);
        return { status: null, problem: 'no answer within 15 s', excerpt: '', retryAfter: null };
      },
      recordFailure: async () => undefined,
      endFailure: async () => undefined,
      removeFailure: async () => undefined,
      later: async (_, body, notBeforeMs) => later(body as unknown as Delivery, notBeforeMs),
      epochMs: () => nowMs,
      random,
    };
  };

  const free = Array.from({ length: containers }, container);

  const give = async (ports: WebhookPorts, delivery: Delivery) => {
    inFlight += 1;
    const { outcome } = await deliver(delivery, ports);
    inFlight -= 1;
    if (outcome === 'delivered') {
      latestMs = Math.max(latestMs, nowMs - Date.parse(delivery.event.timestamp));
    }
    await sleep(tickMs);
    free.push(ports);
  };

  const tick = async () => {
    // Where nothing runs and nothing is ready, nothing happens before the next second.
    const isIdle = sleepers.length + ready.length === 0;
    nowMs = isIdle ? 1000 * Math.floor(nowMs / 1000 + 1) : nowMs + tickMs;
    const awake = sleepers.filter(({ untilMs }) => untilMs <= nowMs);
    sleepers = sleepers.filter(({ untilMs }) => untilMs > nowMs);
    for (const { wake } of awake) wake();
    const second = Math.floor(nowMs / 1000);
    ready.push(...(delayed.get(second) ?? []));
    delayed.delete(second);
    for (let turn = 0; awake.length > 0 && turn < 20; turn += 1) await null;
    for (const ports of free.splice(0, ready.length)) {
      const delivery = ready.shift();
      if (delivery) void give(ports, delivery);
      // Everything that does not wait for the clock.
      for (let turn = 0; turn < 20; turn += 1) await null;
    }
  };

  return {
    requests,
    later,
    /** How late the latest event was that was delivered, and how many events are in the queue. */
    seen: () => ({
      latestMs,
      queued: [...delayed.values()].reduce(
        (sum, each) => sum + each.length,
        ready.length + inFlight,
      ),
    }),
    async until(endMs: number) {
      while (nowMs < endMs) await tick();
    },
  };
}

test('200,000 events for a dead receiver cost it one request for each pause, and a healthy endpoint waits for none of them', async () => {
  const { later, until, requests, seen } = startWorld();
  const events = 200_000;
  const spreadMs = 4 * hour;
  const announce = ({ accountId, endpointId }: WebhookEndpoint, atMs: number) => {
    const data = { id: '01KQHFP6800000000000000001' };
    const event = { type: 'message.bounced', timestamp: new Date(atMs).toISOString(), data };
    later(
      { accountId, endpointId, eventId: 'evt_0000000000000000000001', event, attempt: 0 },
      atMs,
    );
  };
  for (let at = 0; at < events; at += 1) {
    const atMs = startMs + 1000 + Math.floor((at / events) * spreadMs);
    announce(dead, atMs);
    if (at % 50 === 0) announce(healthy, atMs);
  }

  await until(startMs + 5 * hour);

  // Five at first, because each container has yet to see that it fails; then after 5 s, 1 min, 5 min, 30 min and 2 h.
  expect(requests.get(dead.url)).toBeLessThanOrEqual(12);
  expect(requests.get(healthy.url)).toBe(events / 50);
  // A receiver that never answers holds the containers for 15 s, once.
  expect(seen().latestMs).toBeLessThan(minute);
  // All of them wait in the queue, none is lost.
  expect(seen().queued).toBe(events);
});
