import { Stops } from '../../../../local/stops.ts';
import type { Break } from '../../../../trials/soak/function/breaks.ts';
import { runScheduled } from '../../../../trials/soak/scheduled/run.ts';
import { afterAll, expect, test } from '../../../jest.ts';

const stops = new Stops();

const run = (sends: number, environments: number, broken: Break | null) =>
  runScheduled({ seed: 9, sends, environments, broken }, stops);

const [whole, forgotten] = await Promise.all([run(16, 4, null), run(20, 4, 'no-second-call')]);
afterAll(() => stops.all());

test('the soak sends each scheduled mail once, or not at all, while peers fail and threads are killed', () => {
  const { violations, damage, states } = whole;

  expect(Object.entries(violations).filter(([, count]) => count > 0)).toEqual([]);
  expect(states.SENT).toBeGreaterThan(0);
  expect(whole.lost).toBeGreaterThan(0);
  expect(damage.tables.faults).toBeGreaterThan(0);
});

// `npm run soak -- --breaks` tries the others.
test('the soak notices a wake-up that came too early and asks for no other', () => {
  expect(forgotten.violations.leftScheduled).toBeGreaterThan(0);
});
