import { webhookPorts } from '../../../functions/webhooks/ports.ts';
import { deliver } from '../../../functions/webhooks/run.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import {
  deleteEndpoint,
  updateEndpoint,
} from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { accepted, hour, minute, refused, second, startDelivering, startMs } from './delivering.ts';

const tables = await startTables();

const iso = (ms: number) => new Date(ms).toISOString();

describe('an event that the receiver accepts', () => {
  test('it is sent once, and only its answer is kept', async () => {
    const { deliver, event, posted, asked, stored, failures, kept, endpoint, world } =
      await startDelivering(tables);
    world.answer = async () => ({ ...accepted, excerpt: 'thank you' });

    expect(await deliver(event())).toEqual({ outcome: 'delivered', status: 200 });
    expect(posted).toMatchObject([{ url: endpoint.url, atMs: startMs }]);
    expect(asked).toEqual([]);
    expect(await stored()).toEqual(endpoint);
    expect(await failures()).toEqual([]);
    expect(await kept()).toEqual([
      {
        messageId: '01KQHFP6800000000000000001',
        eventId: 'evt_0000000000000000000001',
        endpointId: endpoint.endpointId,
        ...{ type: 'message.bounced', attempts: 1, at: iso(startMs), status: 200 },
        answer: 'thank you',
      },
    ]);
  });

  test('it is done although its answer cannot be kept', async () => {
    const { ports, event, failures, kept } = await startDelivering(tables);
    const cut = webhookPorts({
      ...{ messages: { ...tables.messages, name: 'none' }, slots: 1, random: () => 0.5 },
      ...{ post: async () => accepted, wakeUps: { later: ports().later }, epochMs: () => startMs },
    });

    const { keepAccepted } = cut;
    const delivered = await deliver(event(), { ...ports(), keepAccepted });

    expect(delivered).toEqual({ outcome: 'delivered', status: 200 });
    expect([await failures(), await kept()]).toEqual([[], []]);
  });
});

describe('an event that the receiver does not accept', () => {
  test('it is tried again with the same id, and its failure is forgotten when it is accepted', async () => {
    const { deliver, next, event, posted, asked, stored, failures, kept, endpoint, world } =
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
    expect(await kept()).toMatchObject([{ attempts: 2, status: 200 }]);
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

describe('an endpoint that is gone or paused', () => {
  test('a container that has kept an endpoint knows within 30 s that it is deleted', async () => {
    const { deliver, event, posted, endpoint, world } = await startDelivering(tables);
    await deliver(event());
    await deleteEndpoint(tables.messages, endpoint.accountId, endpoint.endpointId, alone);

    world.nowMs = startMs + 30 * second;
    expect(await deliver(event())).toEqual({ outcome: 'dropped' });
    expect(posted).toHaveLength(1);
  });

  test('a deleted endpoint does not come back because a try to it failed', async () => {
    const { deliver, event, asked, stored, failures, endpoint, world } =
      await startDelivering(tables);
    world.answer = async () => {
      await deleteEndpoint(tables.messages, endpoint.accountId, endpoint.endpointId, alone);
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
