import { describe, expect, test } from '@jest/globals';
import { Stops } from '../../../../local/stops.ts';
import type { Break } from '../../../../trials/soak/function/breaks.ts';
import { type FunctionRun, runFunctions } from '../../../../trials/soak/function/run.ts';

/** Threads start and peers hang, on a machine that may be busy. */
const withinMs = 120_000;

type Violation = keyof FunctionRun['violations'];

const run = (seed: number, sends: number, broken: Break | null) =>
  runFunctions({ seed, sends, broken, environments: 6 }, new Stops());

test(
  'nothing is sent twice, called sent falsely or left without an end, whatever breaks',
  async () => {
    const { violations, done } = await run(7, 50, null);

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

/** Chance may spare a short run, and hardly ever six of them. The other breaks need longer runs (docs/sending.md). */
const seeds = [7, 8, 9, 10, 11, 12];

describe('the run notices', () => {
  test.each<[Break, Violation]>([
    ['retries', 'sentTwice'],
    ['trusting', 'falselySuppressed'],
  ])(
    'what is broken on purpose: %s',
    async (broken, violation) => {
      let found = 0;
      for (const seed of seeds) {
        if (found === 0) found = (await run(seed, 20, broken)).violations[violation];
      }

      expect(found).toBeGreaterThan(0);
    },
    withinMs,
  );
});
