import { Stops } from '../../../local/stops.ts';
import type { BreakName } from '../../../trials/soak/breaks.ts';
import { brokenIn, type Part } from '../../../trials/soak/part.ts';
import { runBatches } from '../../../trials/soak/parts/batch.ts';
import { runFunctions } from '../../../trials/soak/parts/function.ts';
import { runScheduled } from '../../../trials/soak/parts/scheduled.ts';
import { runWebhooks } from '../../../trials/soak/parts/webhooks.ts';
import { afterAll, expect, test } from '../../jest.ts';

const stops = new Stops();
afterAll(() => stops.all());

const run = (part: Part, sends: number, broken: BreakName | null = null) =>
  part({ seed: 9, sends, environments: 4, broken }, stops);

// One after the other: all faults come from this process, and the limits of the functions' calls are short.
test.each<[string, Part, number, RegExp]>([
  ['function', runFunctions, 16, /[1-9]\d* reports/],
  ['scheduled', runScheduled, 16, /wake-ups, [1-9]\d* lost/],
  ['webhooks', runWebhooks, 10, /[1-9]\d* events, [1-9]\d* repeats/],
  ['batch', runBatches, 20, /wake-ups/],
])(
  'the soak finds no broken promise in the part %s while peers fail and threads are killed',
  async (_, part, sends, met) => {
    const result = await run(part, sends);

    expect([brokenIn(result), result.cases]).toEqual(['', []]);
    expect(result.ends.accepted).toBeGreaterThan(0);
    expect(result.met.join('\n')).toMatch(/[1-9]\d* of \d+ calls to tables broken/);
    expect(result.met.join('\n')).toMatch(met);
  },
);

// `npm run soak -- --breaks` tries the others.
test('the soak notices a function that acknowledges reports without recording them', async () => {
  const { violations } = await run(runFunctions, 3, 'forgetful');

  expect(violations['reports taken and lost']).toBeGreaterThan(0);
});

test('the soak notices a wake-up that came too early and asks for no other', async () => {
  const { violations } = await run(runScheduled, 20, 'no-second-call');

  expect(violations['left scheduled']).toBeGreaterThan(0);
});
