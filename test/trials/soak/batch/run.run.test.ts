import { Stops } from '../../../../local/stops.ts';
import { runBatches } from '../../../../trials/soak/batch/run.ts';
import { afterAll, expect, test } from '../../../jest.ts';

const stops = new Stops();

const run = await runBatches({ seed: 9, sends: 20, environments: 4, broken: null }, stops);
afterAll(() => stops.all());

test('the soak sends each mail of a batch once while its caller repeats it and threads are killed', () => {
  expect(Object.entries(run.violations).filter(([, count]) => count > 0)).toEqual([]);
  expect(run.states.SENT).toBeGreaterThan(0);
  expect(run.requests).toBeGreaterThan(2);
  expect(run.damage.tables.faults).toBeGreaterThan(0);
});
