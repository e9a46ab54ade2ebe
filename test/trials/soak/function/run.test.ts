import { Stops } from '../../../../local/stops.ts';
import type { Break } from '../../../../trials/soak/function/breaks.ts';
import { type FunctionRun, runFunctions } from '../../../../trials/soak/function/run.ts';
import { afterAll, beforeAll, expect, test } from '../../../jest.ts';

const stops = new Stops();
let whole: FunctionRun;
let forgetful: FunctionRun;

const run = (sends: number, environments: number, broken: Break | null) =>
  runFunctions({ seed: 9, sends, environments, broken }, stops);

beforeAll(async () => {
  [whole, forgetful] = await Promise.all([run(16, 5, null), run(3, 1, 'forgetful')]);
});
afterAll(() => stops.all());

test('the soak finds no broken promise while peers fail, hang and lag, and threads are killed', () => {
  const { violations, damage } = whole;

  expect(violations).toEqual({
    sentTwice: 0,
    falseSent: 0,
    falseRefused: 0,
    hiddenSend: 0,
    withoutEnd: 0,
    notRecorded: 0,
    otherAnswer: 0,
    otherFiles: 0,
    falselySuppressed: 0,
    lostReports: 0,
  });
  const { SES: ses, tables } = damage;
  expect(Math.min(ses.faults, tables.faults, tables.slow, tables.crashes)).toBeGreaterThan(0);
});

// `npm run soak -- --breaks` tries the others.
test('the soak notices a function that acknowledges reports without recording them', () => {
  expect(forgetful.violations.lostReports).toBeGreaterThan(0);
});
