import type { Delivered } from '../../../functions/webhooks/run.ts';
import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import type { Posting } from '../../../shared/webhook/posting.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { accepted, hour, minute, refused, second, startDelivering, startMs } from './delivering.ts';

const tables = await startTables();

const iso = (ms: number) => new Date(ms).toISOString();

const idOf = (at: number) => `evt_${String(at).padStart(22, '0')}`;

const sentId = ({ headers }: Posting) => headers['webhook-id'];

const dropped = { outcome: 'dropped' };

describe('an endpoint that fails', () => {
  test('of many events one is tried after each pause, and the others are parked, with one wake-up for all of them', async () => {
    const { deliver, next, event, posted, asked, parked, failures, stored, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500);

    await deliver(event(idOf(0)));
    for (let at = 1; at < 20; at += 1) {
      expect(await deliver(event(idOf(at)))).toEqual({ outcome: 'waits' });
    }
    expect(await failures()).toHaveLength(1);
    expect(asked).toHaveLength(2);

    // Until the first event is due for the third time: the pauses of the endpoint are 5 s, 1 min and 5 min.
    while (world.nowMs < startMs + 6 * minute) await next();

    expect(posted.length).toBe(4);
    expect(await stored()).toMatchObject({ failures: 4 });
    expect((await parked()).length).toBeGreaterThan(15);
    expect(asked.filter(({ delivery }) => 'wakeAt' in delivery)).toHaveLength(1);
  });

  test('parked events go out in pages when the endpoint accepts one again, each once', async () => {
    const { deliver, next, event, posted, asked, stored, failures, endpoint, parked, world } =
      await startDelivering(tables);
    world.answer = async () => refused(500);
    const ids = Array.from({ length: 120 }, (_, at) => idOf(at));
    for (const id of ids) await deliver(event(id));

    world.answer = async () => accepted;
    let wakeUps = 0;
    while (asked.length > 0) if ((await next()) === null) wakeUps += 1;

    expect(posted.slice(1).map(sentId).sort()).toEqual(ids);
    expect(world.nowMs).toBeLessThan(startMs + minute);
    expect(wakeUps).toBeLessThanOrEqual(6);
    expect(await stored()).toEqual(endpoint);
    expect([await failures(), await parked()]).toEqual([[], []]);
  });

  test('if the receiver fails again between parked events, those that were not tried stay parked', async () => {
    const { deliver, next, event, posted, asked, parked, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    for (let at = 0; at < 60; at += 1) await deliver(event(idOf(at)));

    asked.splice(0, 1);
    world.answer = async () => (posted.length > 20 ? refused(500) : accepted);
    await next();

    const failed = posted.length - 20;
    expect(failed).toBeLessThanOrEqual(10);
    expect(await parked()).toHaveLength(59 - 19 - failed);
    expect(asked.filter(({ delivery }) => 'wakeAt' in delivery)).toMatchObject([
      { notBeforeMs: world.nowMs + 5 * second },
    ]);
  });

  test('an event that is parked while the last wake-up ends gets a wake-up of its own', async () => {
    const { deliver, event, posted, asked, ports, next, wakeUp, world } = await startDelivering(
      tables,
      { wakeAt: iso(startMs) },
    );
    world.answer = async () => refused(500);
    await deliver(event());
    asked.length = 0;
    const { updateLane } = ports();
    let parking = true;
    const late: ReturnType<typeof ports>['updateLane'] = async (...given) => {
      if (parking) expect(await deliver(event(idOf(2)))).toEqual({ outcome: 'waits' });
      parking = false;
      return updateLane(...given);
    };

    const { accountId, endpointId } = event();
    await wakeUp({ accountId, endpointId, wakeAt: iso(startMs) }, { updateLane: late });
    world.answer = async () => accepted;
    await next();

    expect(posted.map(sentId)).toEqual([event().eventId, idOf(2)]);
  });

  test('a wake-up that is not the newest one does nothing', async () => {
    const { deliver, event, posted, asked, wakeUp, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    for (const at of [0, 1]) await deliver(event(idOf(at)));
    const before = [...asked];

    world.nowMs += minute;
    const { accountId, endpointId } = event();
    await wakeUp({ accountId, endpointId, wakeAt: iso(startMs) });

    expect(posted).toHaveLength(1);
    expect(asked).toEqual(before);
  });

  test('a wake-up that comes before it is noted is taken', async () => {
    const { deliver, event, posted, wakeUp, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    for (const at of [0, 1]) await deliver(event(idOf(at)));

    world.nowMs += minute;
    const { accountId, endpointId } = event();
    await wakeUp({ accountId, endpointId, wakeAt: iso(world.nowMs) });

    expect(posted.map(sentId)).toEqual([idOf(0), idOf(1)]);
  });

  test('a wake-up is newer than the one before it, although this clock is behind the one before', async () => {
    const wakeAt = iso(startMs + minute);
    const { event, asked, ports, wakeUp } = await startDelivering(tables, { wakeAt });
    await ports().park(event());

    const { accountId, endpointId } = event();
    await wakeUp({ accountId, endpointId, wakeAt });

    expect(asked).toMatchObject([{ delivery: { wakeAt: iso(startMs + minute + 1) } }]);
  });

  test('if the wake-up of the parked events is lost, the next event asks for another one', async () => {
    const { deliver, next, event, posted, asked, parked, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    for (const at of [0, 1]) await deliver(event(idOf(at)));
    asked.length = 0;

    world.nowMs += hour;
    world.answer = async () => accepted;
    await deliver(event(idOf(2)));
    await next();

    expect(posted.map(sentId)).toEqual([idOf(0), idOf(2), idOf(1)]);
    expect(await parked()).toEqual([]);
  });

  test('two events that are due at once are one request: the second waits for the first', async () => {
    const { deliver, event, posted, asked, parked, world } = await startDelivering(tables);
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
    expect(await parked()).toMatchObject([{ attempt: 0, waitingSince: iso(startMs + minute) }]);
    expect(asked.at(-1)).toMatchObject({
      ...{ delivery: { wakeAt: iso(startMs + minute) }, notBeforeMs: startMs + minute },
    });
  });

  test('a parked event that is tried and fails is tried again by itself, and is parked no more', async () => {
    const { deliver, next, event, asked, parked, world } = await startDelivering(tables);
    world.answer = async () => refused(500);
    for (const at of [0, 1]) await deliver(event(idOf(at)));
    asked.splice(0, 1);

    await next();

    expect(asked.map(({ delivery }) => delivery)).toContainEqual(event(idOf(1), { attempt: 1 }));
    expect(await parked()).toEqual([]);
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
    const { deliver, next, event, posted, asked, ended, parked, stored, failures, world } =
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
    ended.length = 0;
    const outcomes: (Delivered | null)[] = [];
    while (asked.length > 0) outcomes.push(await next());
    for (const each of [...outcomes, ...ended]) expect(each ?? dropped).toEqual(dropped);
    expect([posted.length, await parked()]).toEqual([tries, []]);
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

  test('parked events that have waited for 75 hours are given up without a try, and their failures say why', async () => {
    const { deliver, next, event, posted, ended, failures, parked, world } = await startDelivering(
      tables,
      {
        ...{ failingSince: iso(startMs - 80 * hour), failures: 4 },
        ...{ retryAt: iso(startMs + 75 * hour), lastStatus: 503, lastError: 'busy' },
      },
    );
    for (const at of [0, 1]) await deliver(event(idOf(at)));
    world.nowMs += hour;
    await deliver(event(idOf(2)));

    await next();

    expect(ended).toEqual([
      ...[{ outcome: 'gaveUp' }, { outcome: 'gaveUp' }],
      ...[{ outcome: 'delivered', status: 200 }],
    ]);
    expect(posted.map(sentId)).toEqual([idOf(2)]);
    const gaveUp = { attempts: 0, lastStatus: 503, lastError: 'busy', nextAt: null };
    expect(await failures()).toMatchObject([gaveUp, gaveUp]);
    expect(await parked()).toEqual([]);
  });
});

describe('a receiver that is slow', () => {
  test('two slow requests of an account go on, and the others end and are parked', async () => {
    const { deliver, event, posted, parked, asked, stored, world } = await startDelivering(tables);
    const { promise: answer, resolve } = Promise.withResolvers<Posted>();
    world.answer = () => answer;
    world.untilSlow = async () => null;
    const tries = Array.from({ length: 5 }, (_, at) => deliver(event(idOf(at))));

    await until(async () => expect(await parked()).toHaveLength(3));
    expect(await deliver(event(idOf(5)))).toEqual({ outcome: 'waits' });
    resolve(accepted);

    const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['delivered', 'delivered', 'waits', 'waits', 'waits']);
    expect(posted).toHaveLength(5);
    expect(await stored()).toMatchObject({ slow: true, failures: 0, retryAt: null });
    expect(asked.length).toBeGreaterThan(0);
  });

  test('its parked events go out in one slot of the account, and once it is quick, new events are tried at once', async () => {
    const { deliver, next, event, posted, asked, stored, ended, endpoint, parked, ports, world } =
      await startDelivering(tables, { slow: true });
    for (let at = 0; at < 5; at += 1) await deliver(event(idOf(at)));
    const { inSlot } = ports();
    const { accountId } = event();

    await inSlot(accountId, () => inSlot(accountId, next));
    expect([posted, ended]).toEqual([[], []]);
    world.answer = async () => {
      world.nowMs += second;
      return accepted;
    };
    await next();
    expect([ended.length, (await parked()).length]).toEqual([5, 0]);
    expect(await stored()).toMatchObject({ slow: true });

    world.answer = async () => accepted;
    await deliver(event(idOf(6)));
    while (asked.length > 0) await next();

    expect(await deliver(event(idOf(7)))).toEqual({ outcome: 'delivered', status: 200 });
    expect(posted).toHaveLength(7);
    expect(await stored()).toEqual({ ...endpoint, slow: false });
  });

  test('a slot that a stopped function holds is free after its lease', async () => {
    const { ports, event, world } = await startDelivering(tables);
    const { inSlot } = ports();
    const { accountId } = event();
    const take = () => inSlot(accountId, async () => 'taken');
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const held = [1, 2].map(() => inSlot(accountId, () => end));

    await until(async () => expect(await take()).toBe(null));
    world.nowMs += 30 * second;
    expect(await take()).toBe('taken');
    resolve('ended');
    expect(await Promise.all(held)).toEqual(['ended', 'ended']);
  });
});

test('a receiver that answers 401 counts as failing from the first try after an hour on, within three hours', async () => {
  const { deliver, next, event, world } = await startDelivering(tables);
  world.answer = async () => refused(401);

  const outcomes: (Delivered | null)[] = [await deliver(event())];
  while (world.nowMs < startMs + hour) outcomes.push(await next());

  const before = outcomes.slice(0, -1);
  expect(new Set(before.map((each) => each?.outcome))).toEqual(new Set(['retry']));
  expect(outcomes.at(-1)).toMatchObject({ outcome: 'failing', status: 401 });
  expect(world.nowMs).toBeLessThan(startMs + 3 * hour);
});
