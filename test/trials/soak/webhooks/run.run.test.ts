import { Stops } from '../../../../local/stops.ts';
import { runWebhooks } from '../../../../trials/soak/webhooks/run.ts';
import { afterAll, expect, test } from '../../../jest.ts';

const stops = new Stops();

const run = await runWebhooks({ seed: 9, sends: 10, environments: 4, broken: null }, stops);
afterAll(() => stops.all());

test('the soak loses and invents no event while the queue and the receiver fail and threads are killed', () => {
  expect(Object.entries(run.violations).filter(([, count]) => count > 0)).toEqual([]);
  expect(run.events.received).toBeGreaterThan(0);
  expect(run.events.repeats).toBeGreaterThan(0);
  expect(run.damage.receiver.faults).toBeGreaterThan(0);
});
