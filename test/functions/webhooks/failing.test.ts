import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { accepted, hour, refused, startDelivering, startMs } from './delivering.ts';

const tables = await startTables();

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

test('a receiver that recovered is not failing at its next failure', async () => {
  const { deliver, next, event, world } = await startDelivering(tables);
  world.answer = async () => refused(401);

  await deliver(event());
  while (world.nowMs < startMs + hour) await next();
  world.answer = async () => accepted;
  expect(await next()).toMatchObject({ outcome: 'delivered' });
  world.answer = async () => refused(401);
  expect(await deliver(event('evt_0000000000000000000002'))).toMatchObject({ outcome: 'retry' });
});
