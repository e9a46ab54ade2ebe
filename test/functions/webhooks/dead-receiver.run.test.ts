import type { Delivery, WakeUp } from '../../../functions/webhooks/delivery.ts';
import { maxListed } from '../../../functions/webhooks/parked.ts';
import { slotsOf } from '../../../functions/webhooks/ports.ts';
import { type Delivered, deliver } from '../../../functions/webhooks/run.ts';
import { slowMs, type WakePorts, wake } from '../../../functions/webhooks/wake.ts';
import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import type { Posting } from '../../../shared/webhook/posting.ts';
import { expect, test } from '../../jest.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';
import { accepted, hour, minute, second, startMs } from './delivering.ts';

const dead = webhookEndpoint({ endpointId: 'wh_dead000000000000', url: 'https://dead.example/' });
const healthy = webhookEndpoint({
  ...{ accountId: 'acc_2', endpointId: 'wh_healthy000000000', url: 'https://ok.example/' },
});

/** The number of concurrent functions, as in the stack; each handles one event. */
const containers = 5;

/** The time of a function in addition to the receiver's answer: one tick. */
const tickMs = 20;

/**
 * The queue and its functions on a clock of the test. The dead receiver holds every request for 15 s and never answers;
 * the healthy one answers at once.
 */
function startWorld() {
  const endpoints = new Map([dead, healthy].map((each) => [each.endpointId, each]));
  const requests = new Map([dead, healthy].map(({ url }) => [url, 0]));
  /** The deliveries that become visible at each second, and the visible ones. */
  const delayed = new Map<number, (Delivery | WakeUp)[]>();
  const ready: (Delivery | WakeUp)[] = [];
  const parked = new Map<string, Delivery>();
  const slots = new Map<string, number>();
  const seen = { invocations: 0, schedules: 0, delivered: 0, latestMs: 0 };
  let sleepers: { untilMs: number; wake: () => void }[] = [];
  let nowMs = startMs;

  const later = (delivery: Delivery | WakeUp, notBeforeMs: number) => {
    // SQS delays a message for at most 15 minutes, so a longer wait needs a schedule.
    if (notBeforeMs - nowMs > 15 * minute) seen.schedules += 1;
    if (notBeforeMs <= nowMs) return void ready.push(delivery);
    const second = Math.ceil(notBeforeMs / 1000);
    delayed.set(second, [...(delayed.get(second) ?? []), delivery]);
  };
  const change = (endpointId: string, changes: Partial<WebhookEndpoint>) => {
    const endpoint = endpoints.get(endpointId);
    if (!endpoint) return null;
    endpoints.set(endpointId, { ...endpoint, ...changes });
    return { ...endpoint, ...changes };
  };
  // Seeded, so that every run draws the same numbers.
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sleep = (ms: number) =>
    new Promise<void>((wake) => sleepers.push({ untilMs: nowMs + ms, wake }));

  /** The ports of one container. It keeps a healthy endpoint for 30 s, as the function does. */
  const container = (): WakePorts => {
    const post = async ({ url }: Posting): Promise<Posted> => {
      requests.set(url, (requests.get(url) ?? 0) + 1);
      if (url === healthy.url || world.isBack) return accepted;
      await sleep(15 * second);
      return { status: null, problem: 'no answer within 15 s', excerpt: '', retryAfter: null };
    };
    const inSlot: WakePorts['inSlot'] = async (accountId, work) => {
      const taken = slots.get(accountId) ?? 0;
      if (taken === slotsOf(containers)) return null;
      slots.set(accountId, taken + 1);
      const done = await work();
      slots.set(accountId, (slots.get(accountId) ?? 0) - 1);
      return done;
    };
    const kept = new Map<string, { untilMs: number; endpoint: WebhookEndpoint }>();
    return {
      keepAccepted: async () => undefined,
      readEndpoint: async ({ endpointId }) => {
        const known = kept.get(endpointId);
        if (known && nowMs < known.untilMs) return known.endpoint;
        const endpoint = endpoints.get(endpointId) ?? null;
        if (endpoint?.retryAt === null && !endpoint.slow && endpoint.wakeAt === null)
          kept.set(endpointId, { untilMs: nowMs + 30_000, endpoint });
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
      post,
      postUnlessSlow: async (accountId, posting) => {
        const answer = post(posting);
        const quick = await Promise.race([answer, sleep(slowMs).then(() => null)]);
        return quick ?? inSlot(accountId, () => answer);
      },
      inSlot,
      mayTry: () => true,
      told: async (delivery, work) => told(delivery, await work()),
      readAgain: async ({ endpointId }) => endpoints.get(endpointId) ?? null,
      updateLane: async ({ endpointId, wakeAt }, changes) => {
        kept.delete(endpointId);
        return endpoints.get(endpointId)?.wakeAt === wakeAt && change(endpointId, changes) !== null;
      },
      park: async (delivery) =>
        void parked.set(`${delivery.endpointId} ${delivery.eventId}`, delivery),
      listParked: async () => {
        const oldest = parked.values();
        return Array.from(
          { length: Math.min(maxListed, parked.size) },
          () => oldest.next().value ?? [],
        ).flat();
      },
      unpark: async ({ endpointId, eventId }) => void parked.delete(`${endpointId} ${eventId}`),
      recordFailure: async () => undefined,
      endFailure: async () => undefined,
      removeFailure: async () => undefined,
      later: async (_, body, notBeforeMs) =>
        later(body as unknown as Delivery | WakeUp, notBeforeMs),
      epochMs: () => nowMs,
      random,
    };
  };

  const free = Array.from({ length: containers }, container);

  const told = ({ endpointId, event }: Delivery, delivered: Delivered) => {
    const lateMs = nowMs - Date.parse(event.timestamp);
    if (endpointId === healthy.endpointId) seen.latestMs = Math.max(seen.latestMs, lateMs);
    if (endpointId === dead.endpointId && delivered.outcome === 'delivered') seen.delivered += 1;
    return delivered;
  };

  const give = async (ports: WakePorts, asked: Delivery | WakeUp) => {
    if (asked.endpointId === dead.endpointId) seen.invocations += 1;
    if ('wakeAt' in asked) await wake(asked, ports);
    else told(asked, await deliver(asked, ports));
    await sleep(tickMs);
    free.push(ports);
  };

  const tick = async () => {
    // If nothing runs and nothing is ready, nothing happens before the next second.
    const isIdle = ready.length === 0 && free.length === containers;
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
      // Lets everything run that does not wait for the clock.
      for (let turn = 0; turn < 20; turn += 1) await null;
    }
  };

  const world = {
    requests,
    later,
    seen,
    parked,
    endpoints,
    isBack: false,
    until: async (endMs: number) => {
      while (nowMs < endMs) await tick();
    },
  };
  return world;
}

test('50,000 events for a dead receiver in three days are one invocation each, and go out in pages when it accepts one', async () => {
  const world = startWorld();
  const { later, until, requests, seen, parked } = world;
  const events = 50_000;
  const spreadMs = 71 * hour;
  const announce = ({ accountId, endpointId }: WebhookEndpoint, at: number) => {
    // The first 100 events come at once.
    const atMs = startMs + 1000 + (at < 100 ? 0 : Math.floor((at / events) * spreadMs));
    const data = { id: '01KQHFP6800000000000000001' };
    const event = { type: 'message.bounced', timestamp: new Date(atMs).toISOString(), data };
    later({ accountId, endpointId, eventId: `evt_${at}`, event, attempt: 0 }, atMs);
  };
  for (let at = 0; at < events; at += 1) {
    announce(dead, at);
    if (at % 50 === 0) announce(healthy, at);
  }
  seen.schedules = 0;

  await until(startMs + spreadMs);

  // Five requests at first, three of which end after 2 s; then after 5 s, 1 min, 5 min, 30 min, and every two hours.
  expect(requests.get(dead.url)).toBeLessThanOrEqual(60);
  expect(seen.invocations - events).toBeLessThanOrEqual(200);
  expect(seen.schedules).toBeLessThanOrEqual(100);
  // A receiver that never answers holds three of the containers for 2 s, and two for 15 s.
  expect(seen.latestMs).toBeLessThan(5 * second);
  // The events are parked, and none is lost.
  expect(parked.size).toBeGreaterThan(events - 60);

  world.isBack = true;
  seen.invocations = 0;
  await until(startMs + spreadMs + 6 * hour);

  expect([parked.size, requests.get(healthy.url)]).toEqual([0, events / 50]);
  expect(seen.delivered).toBeGreaterThan(events - 60);
  expect(seen.delivered).toBeLessThanOrEqual(events);
  expect(seen.invocations).toBeLessThanOrEqual(events / 50 + 60);
});
