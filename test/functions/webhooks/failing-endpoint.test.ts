import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { accepted, hour, minute, refused, second, startDelivering, startMs } from './delivering.ts';

const tables = await startTables();

const iso = (ms: number) => new Date(ms).toISOString();

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
    await until(() => posted.length === 2);
    expect(await deliver(event('evt_0000000000000000000003'))).toEqual({ outcome: 'waits' });
    resolve(accepted);

    expect(await first).toMatchObject({ outcome: 'delivered' });
    expect(posted).toHaveLength(2);
    expect(asked.at(-1)).toMatchObject({
      delivery: { attempt: 0, waitingSince: iso(startMs + minute) },
      notBeforeMs: startMs + minute + 25 * second,
    });
  });

  test('of two events that find its pause over at the same moment, one is tried and one waits', async () => {
    const { deliver, event, posted, world } = await startDelivering(tables, {
      ...{ failingSince: iso(startMs - minute), failures: 1, retryAt: iso(startMs) },
    });
    const { promise: answer, resolve } = Promise.withResolvers<Posted>();
    world.answer = () => answer;
    const both = ['1', '2'].map((id) => deliver(event(`evt_${id}`)));

    expect(await Promise.race(both)).toEqual({ outcome: 'waits' });
    resolve(accepted);
    expect((await Promise.all(both)).map(({ outcome }) => outcome).sort()).toEqual([
      ...['delivered', 'waits'],
    ]);
    expect(posted).toHaveLength(1);
  });

  test('an event that has waited and is then tried waits anew', async () => {
    const { deliver, event, asked, world } = await startDelivering(tables);
    world.answer = async () => refused(500);

    await deliver(event(undefined, { waitingSince: iso(startMs - hour) }));

    expect(asked).toMatchObject([{ delivery: event(undefined, { attempt: 1 }) }]);
    expect(asked[0]?.delivery.waitingSince).toBeUndefined();
  });

  test('events that fail at the same time count as one for the pause that follows', async () => {
    const { deliver, event, posted, stored, world } = await startDelivering(tables);
    const { promise: answer, resolve } = Promise.withResolvers<Posted>();
    world.answer = () => answer;
    const tries = ['1', '2', '3', '4', '5'].map((id) => deliver(event(`evt_${id}`)));
    await until(() => posted.length === 5);
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

  test('an endpoint that accepts an event while another one fails for the last time is not paused', async () => {
    const { ports, endpoint, stored } = await startDelivering(tables, {
      ...{ failingSince: iso(startMs - 80 * hour), failures: 30, retryAt: iso(startMs - hour) },
    });
    const { clearFailures, pause } = ports();

    await clearFailures(endpoint);

    expect(await pause(endpoint, 'failing')).toBe(false);
    expect(await stored()).toMatchObject({ state: 'ACTIVE', pausedBecause: null });
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

test('a receiver that answers 401 counts as failing from the first try after an hour on, within three hours', async () => {
  const { deliver, next, event, world } = await startDelivering(tables);
  world.answer = async () => refused(401);

  const outcomes = [await deliver(event())];
  while (world.nowMs < startMs + hour) outcomes.push(await next());

  const before = outcomes.slice(0, -1);
  expect(new Set(before.map(({ outcome }) => outcome))).toEqual(new Set(['retry']));
  expect(outcomes.at(-1)).toMatchObject({ outcome: 'failing', status: 401 });
  expect(world.nowMs).toBeLessThan(startMs + 3 * hour);
});
