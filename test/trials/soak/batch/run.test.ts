import { afterAll, beforeAll, expect, test } from 'vitest';
import { Stops } from '../../../../local/stops.ts';
import { runBatches } from '../../../../trials/soak/batch/run.ts';
import type { ScheduledRun } from '../../../../trials/soak/scheduled/run.ts';

/** Threads start and peers hang, on a machine that may be busy. */
const withinMs = 180_000;

const stops = new Stops();
let run: ScheduledRun;

beforeAll(async () => {
  run = await runBatches({ seed: 9, sends: 20, environments: 4, broken: null }, stops);
}, withinMs);
afterAll(() => stops.all());

test('the soak sends each mail of a batch once while its caller repeats it and threads are killed', () => {
  expect(Object.entries(run.violations).filter(([, count]) => count > 0)).toEqual([]);
  expect(run.states.SENT).toBeGreaterThan(0);
  expect(run.requests).toBeGreaterThan(2);
  expect(run.damage.tables.faults).toBeGreaterThan(0);
});
