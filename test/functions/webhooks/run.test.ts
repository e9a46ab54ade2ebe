import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteEndpoint,
  updateEndpoint,
} from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';
import { startTables, type TestTables } from '../../dynalite.ts';
import { accepted, hour, minute, refused, second, startDelivering, startMs } from './delivering.ts';

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

const iso = (ms: number) => new Date(ms).toISOString();

describe('an event that the receiver accepts', () => {
  test('it is sent once, and nothing is written', async () => {
    const { deliver, event, posted, asked, stored, failures, endpoint } =
      await startDelivering(tables);

    expect(await deliver(event())).toEqual({ outcome: 'delivered', status: 200 });
    expect(posted).toMatchObject([{ url: endpoint.url, atMs: startMs }]);
    expect(asked).toEqual([]);
    expect(await stored()).toEqual(endpoint);
    expect(await failures()).toEqual([]);
  });

  test('the reference library verifies what was sent, with each secret in force', async () => {
    const [now, old, over] = Array.from({ length: 3 }, () => mintWebhookSecret(randomBytes));
    const nowMs = Date.now();
    const { deliver, event, posted, world } = await startDelivering(tables, {
      secrets: [
        { secret: now ?? '', until: null },
        { secret: old ?? '', until: iso(nowMs + hour) },
        { secret: over ?? '', until: iso(nowMs) },
      ],
    });
    world.nowMs = nowMs;

    await deliver(event());

    const { body = '', headers = {} } = posted[0] ?? {};
    expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/);
    for (const secret of [now, old]) {
      expect(new Webhook(secret ?? '').verify(body, headers)).toEqual(event().event);
    }
    expect(() => new Webhook(over ?? '').verify(body, headers)).toThrow('No matching signature');
  });
});

describe('an event that the receiver does not accept', () => {
  test('it is tried again with the same id, and its failure is forgotten when it is accepted', async () => {
    const { deliver, next, event, posted, asked, stored, failures, endpoint, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500, { excerpt: 'out of order' });

    expect(await deliver(event())).toEqual({
      ...{ outcome: 'retry', status: 500, problem: 'the receiver answered 500' },
    });
    const retryAt = iso(startMs + 5 * second);
    const last = { lastStatus: 500, lastError: 'the receiver answered 500: out of order' };
    expect(await stored()).toEqual({
      ...endpoint,
      ...{ failingSince: iso(startMs), failures: 1, retryAt, ...last },
    });
    expect(await failures()).toEqual([
      {
        messageId: '01KQHFP6800000000000000001',
        eventId: 'evt_0000000000000000000001',
        endpointId: endpoint.endpointId,
        type: 'message.bounced',
        attempts: 1,
        lastAt: iso(startMs),
        ...last,
        nextAt: retryAt,
      },
    ]);
    expect(asked).toEqual([
      {
        delivery: event(undefined, { attempt: 1 }),
        notBeforeMs: startMs + 5 * second,
        name: expect.stringMatching(/^[A-Za-z0-9_.-]{1,55}$/),
      },
    ]);

    world.answer = async () => accepted;
    expect(await next()).toEqual({ outcome: 'delivered', status: 200 });
    expect(posted.map(({ headers }) => headers['webhook-id'])).toEqual([
      'evt_0000000000000000000001',
      'evt_0000000000000000000001',
    ]);
    expect(await stored()).toEqual(endpoint);
    expect(await failures()).toEqual([]);
  });

  test('eleven tries in 75 hours are all, and the failure stays', async () => {
    const { deliver, next, event, posted, asked, failures, stored, world } =
      await startDelivering(tables);
    world.answer = async () => ({
      ...refused(500),
      status: null,
      problem: 'no answer within 15 s',
    });

    await deliver(event());
    while (asked.length > 0) await next();

    const pauses = posted.slice(1).map(({ atMs }, at) => atMs - (posted[at]?.atMs ?? 0));
    expect(pauses).toEqual([
      ...[5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
      ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
    ]);
    expect(await failures()).toMatchObject([
      { attempts: 11, lastStatus: null, lastError: 'no answer within 15 s', nextAt: null },
    ]);
    // Too few failures to say that the receiver is dead.
    expect(await stored()).toMatchObject({ state: 'ACTIVE', failures: 11 });
  });

  test.each([
    [0, 4 * second],
    [1, 6 * second],
  ])(
    'pauses are spread: with the random number %d the first one takes %d ms',
    async (random, pause) => {
      const { deliver, event, asked, world } = await startDelivering(tables);
      Object.assign(world, { random, answer: async () => refused(500) });

      await deliver(event());

      expect(asked).toMatchObject([{ notBeforeMs: startMs + pause }]);
    },
  );

  test.each([
    ['300', 5 * minute],
    ['Sun, 22 Nov 2026 12:00:00 GMT', 2 * hour],
    ['1000000', 24 * hour],
    ['1', 5 * second],
    ['soon', 5 * second],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 5 * second],
  ])(
    'retry-after: %s is heeded, but not below the usual pause and not above a day',
    async (retryAfter, pause) => {
      const { deliver, event, asked, stored, world } = await startDelivering(tables);
      world.answer = async () => refused(429, { retryAfter });

      await deliver(event());

      expect(asked).toMatchObject([{ notBeforeMs: startMs + pause }]);
      expect(await stored()).toMatchObject({ retryAt: iso(startMs + pause) });
    },
  );

  test('a fault of the queue is thrown, so that the queue gives the event again', async () => {
    const { deliver, event, asked, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    Object.defineProperty(asked, 'push', {
      value: () => {
        throw new Error('SQS is down');
      },
    });

    await expect(deliver(event())).rejects.toThrow('SQS is down');
  });
});

describe('an endpoint that fails', () => {
  test('of many events one is tried after each pause, and those that wait are not counted', async () => {
    const { deliver, next, event, posted, asked, failures, stored, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500);

    await deliver(event('evt_0000000000000000000000'));
    for (let at = 1; at < 20; at += 1) {
      const eventId = `evt_${String(at).padStart(22, '0')}`;
      expect(await deliver(event(eventId))).toEqual({ outcome: 'waits' });
    }
    expect(await failures()).toHaveLength(1);

    // Until the first event is due for the third time: the pauses of the endpoint are 5 s, 1 min and 5 min.
    while (world.nowMs < startMs + 6 * minute) await next();

    expect(posted.length).toBe(4);
    expect(await stored()).toMatchObject({ failures: 4 });
    expect(asked).toHaveLength(20);
    expect(asked.filter(({ delivery }) => delivery.attempt === 0).length).toBeGreaterThan(15);
  });

  test('events that wait go out when the endpoint accepts one again', async () => {
    const { deliver, next, event, posted, asked, stored, failures, endpoint, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500);
    const ids = Array.from({ length: 20 }, (_, at) => `evt_${String(at).padStart(22, '0')}`);
    for (const id of ids) await deliver(event(id));

    world.answer = async () => accepted;
    while (asked.length > 0) await next();

    expect(new Set(posted.slice(1).map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(ids),
    );
    expect(posted).toHaveLength(21);
    expect(world.nowMs).toBeLessThan(startMs + minute);
    expect(await stored()).toEqual(endpoint);
    expect(await failures()).toEqual([]);
  });

  test('two events that are due at once are one request: the second waits for the first', async () => {
    const { deliver, event, posted, asked, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    await deliver(event());
    world.nowMs += minute;

    const { promise: answer, resolve } = Promise.withResolvers<typeof accepted>();
    world.answer = () => answer;
    const first = deliver(event('evt_0000000000000000000002'));
    while (posted.length < 2) await new Promise((done) => setTimeout(done, 5));
    expect(await deliver(event('evt_0000000000000000000003'))).toEqual({ outcome: 'waits' });
    resolve(accepted);

    expect(await first).toMatchObject({ outcome: 'delivered' });
    expect(posted).toHaveLength(2);
    expect(asked.at(-1)).toMatchObject({
      delivery: { attempt: 0, waitingSince: iso(startMs + minute) },
      notBeforeMs: startMs + minute + 25 * second,
    });
  });

  test('events that fail at the same time count as one for the pause that follows', async () => {
    const { deliver, event, posted, stored, world } = await startDelivering(tables);
    const { promise: answer, resolve } = Promise.withResolvers<Posted>();
    world.answer = () => answer;
    const tries = ['1', '2', '3', '4', '5'].map((id) => deliver(event(`evt_${id}`)));
    while (posted.length < 5) await new Promise((done) => setTimeout(done, 5));
    world.nowMs += 15 * second;
    resolve(refused(500));
    await Promise.all(tries);

    expect(await stored()).toMatchObject({
      ...{ failures: 5, retryAt: iso(startMs + 20 * second) },
    });
  });

  test('after three days and 20 failures without a success it is paused, and its events are dropped', async () => {
    const { deliver, next, event, posted, asked, stored, failures, world } =
      await startDelivering(tables);
    world.answer = async () => refused(401);

    for (let at = 0; at < 10; at += 1) {
      await deliver(event(`evt_${String(at).padStart(22, '0')}`));
    }
    while ((await stored())?.state === 'ACTIVE') await next();

    expect(await stored()).toMatchObject({ state: 'PAUSED', pausedBecause: 'failing' });
    expect(world.nowMs - startMs).toBeGreaterThanOrEqual(72 * hour);
    expect(world.nowMs - startMs).toBeLessThan(75 * hour);
    const tries = posted.length;
    while (asked.length > 0) expect(await next()).toEqual({ outcome: 'dropped' });
    expect(posted).toHaveLength(tries);
    const kept = await failures();
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.filter(({ nextAt }) => nextAt !== null)).toEqual([]);
  });

  test('one success in three days keeps it active', async () => {
    const { deliver, event, stored, world } = await startDelivering(tables, {
      ...{ failingSince: iso(startMs - 80 * hour), failures: 30, retryAt: iso(startMs - hour) },
    });

    await deliver(event());
    world.answer = async () => refused(401);
    await deliver(event());

    expect(await stored()).toMatchObject({
      state: 'ACTIVE',
      failures: 1,
      failingSince: iso(startMs),
    });
  });

  test('a receiver that answers 410 is paused at once', async () => {
    const { deliver, event, asked, stored, failures, world } = await startDelivering(tables);
    world.answer = async () => refused(410);

    expect(await deliver(event())).toEqual({
      ...{ outcome: 'gaveUp', status: 410, problem: 'the receiver answered 410' },
    });
    expect(await stored()).toMatchObject({ state: 'PAUSED', pausedBecause: 'gone' });
    expect(await failures()).toMatchObject([{ attempts: 1, lastStatus: 410, nextAt: null }]);
    expect(asked).toEqual([]);
  });

  test('an event that has waited for 75 hours is given up, and its failure says why', async () => {
    const { deliver, event, posted, failures } = await startDelivering(tables, {
      ...{ failingSince: iso(startMs - 80 * hour), failures: 4, retryAt: iso(startMs + hour) },
      ...{ lastStatus: 503, lastError: 'the receiver answered 503' },
    });

    const waitingSince = iso(startMs - 75 * hour);
    expect(await deliver(event(undefined, { waitingSince }))).toEqual({ outcome: 'gaveUp' });
    expect(posted).toEqual([]);
    expect(await failures()).toMatchObject([
      { attempts: 0, lastStatus: 503, lastError: 'the receiver answered 503', nextAt: null },
    ]);
  });
});

describe('an endpoint that is gone or paused', () => {
  test('a deleted endpoint gets no event that is in the queue', async () => {
    const { deliver, next, event, posted, endpoint, failures, restart, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500);
    await deliver(event());
    await deleteEndpoint(tables.messages, endpoint.accountId, endpoint.endpointId);
    restart();

    expect(await deliver(event('evt_0000000000000000000002'))).toEqual({ outcome: 'dropped' });
    expect(await next()).toEqual({ outcome: 'dropped' });
    expect(posted).toHaveLength(1);
    expect(await failures()).toEqual([]);
  });

  test('a container that has kept an endpoint knows within 30 s that it is deleted', async () => {
    const { deliver, event, posted, endpoint, world } = await startDelivering(tables);
    await deliver(event());
    await deleteEndpoint(tables.messages, endpoint.accountId, endpoint.endpointId);

    world.nowMs = startMs + 30 * second;
    expect(await deliver(event())).toEqual({ outcome: 'dropped' });
    expect(posted).toHaveLength(1);
  });

  test('a deleted endpoint does not come back because a try to it failed', async () => {
    const { deliver, event, asked, stored, failures, endpoint, world } =
      await startDelivering(tables);
    world.answer = async () => {
      await deleteEndpoint(tables.messages, endpoint.accountId, endpoint.endpointId);
      return refused(500);
    };

    expect(await deliver(event())).toEqual({
      ...{ outcome: 'dropped', status: 500, problem: 'the receiver answered 500' },
    });
    expect([await stored(), await failures(), asked]).toEqual([null, [], []]);
  });

  test('a paused endpoint gets no event, and the failure of one that waited has no next try', async () => {
    const { deliver, next, event, posted, endpoint, failures, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500);
    await deliver(event());
    const paused = { state: 'PAUSED', pausedBecause: 'asked' } as const;
    await updateEndpoint(tables.messages, endpoint, paused);

    expect(await next()).toEqual({ outcome: 'dropped' });
    expect(posted).toHaveLength(1);
    expect(await failures()).toMatchObject([{ attempts: 1, nextAt: null }]);
  });
});
