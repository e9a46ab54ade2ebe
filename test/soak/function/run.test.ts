import { describe, expect, test } from '@jest/globals';
import { Stops } from '../../../local/stops.ts';
import type { Break } from '../../../soak/function/breaks.ts';
import { type FunctionRun, runFunctions } from '../../../soak/function/run.ts';

/** Threads start and peers hang, on a machine that may be busy. */
const withinMs = 120_000;

type Violation = keyof FunctionRun['violations'];

const run = (sends: number, broken: Break | null) =>
  runFunctions({ seed: 7, sends, broken, environments: 4 }, new Stops());

test(
  'nothing is sent twice, called sent falsely or left without an end, whatever breaks',
  async () => {
    const { violations, done } = await run(50, null);

    expect(violations).toEqual({
      sentTwice: 0,
      falseSent: 0,
      falseRefused: 0,
      unsaid: 0,
      withoutEnd: 0,
      notRecorded: 0,
      otherAnswer: 0,
      falselySuppressed: 0,
      lostReports: 0,
    });
    const { SES: ses, tables } = done;
    expect(Math.min(ses.faults, tables.faults, tables.slow, tables.crashes)).toBeGreaterThan(0);
  },
  withinMs,
);

describe('the run notices', () => {
  test.each<[Break, Violation, number]>([
    ['retries', 'sentTwice', 20],
    ['optimist', 'falseSent', 30],
    ['no-lease', 'withoutEnd', 30],
    ['trusting', 'falselySuppressed', 25],
  ])(
    'what is broken on purpose: %s',
    async (broken, violation, sends) => {
      const { violations } = await run(sends, broken);

      expect(violations[violation]).toBeGreaterThan(0);
    },
    withinMs,
  );
});
