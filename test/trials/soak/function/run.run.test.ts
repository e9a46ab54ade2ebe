import { Stops } from '../../../../local/stops.ts';
import type { Break } from '../../../../trials/soak/function/breaks.ts';
import { runFunctions } from '../../../../trials/soak/function/run.ts';
import { afterAll, expect, test } from '../../../jest.ts';

const stops = new Stops();

const run = (sends: number, environments: number, broken: Break | null) =>
  runFunctions({ seed: 9, sends, environments, broken }, stops);

const [whole, forgetful] = await Promise.all([run(16, 5, null), run(3, 1, 'forgetful')]);
afterAll(() => stops.all());

test('the soak finds no broken promise while peers fail, hang and lag, and threads are killed', () => {
  const { violations, damage } = whole;

  expect(Object.entries(violations).filter(([, count]) => count > 0)).toEqual([]);
  const { SES: ses, tables } = damage;
  expect(Math.min(ses.faults, tables.faults, tables.slow, tables.crashes)).toBeGreaterThan(0);
});

// `npm run soak -- --breaks` tries the others.
test('the soak notices a function that acknowledges reports without recording them', () => {
  expect(forgetful.violations.lostReports).toBeGreaterThan(0);
});
