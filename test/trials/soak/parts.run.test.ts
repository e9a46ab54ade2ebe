import { Stops } from '../../../local/stops.ts';
import type { BreakName } from '../../../trials/soak/breaks.ts';
import type { Part } from '../../../trials/soak/part.ts';
import { runBatches } from '../../../trials/soak/parts/batch.ts';
import { runFunctions } from '../../../trials/soak/parts/function.ts';
import { runScheduled } from '../../../trials/soak/parts/scheduled.ts';
import { runWebhooks } from '../../../trials/soak/parts/webhooks.ts';
import { brokenIn } from '../../../trials/soak/report.ts';
import { afterAll, expect, test } from '../../jest.ts';

const stops = new Stops();
afterAll(() => stops.all());

const run = (part: Part, sends: number, broken: BreakName | null = null) =>
  part({ seed: 9, sends, environments: 4, broken }, stops);

// They wait for peers that hang most of the time.
const [functions, scheduled, webhooks, batches, forgetful, noSecondCall] = await Promise.all([
  run(runFunctions, 16),
  run(runScheduled, 16),
  run(runWebhooks, 10),
  run(runBatches, 20),
  run(runFunctions, 3, 'forgetful'),
  run(runScheduled, 20, 'no-second-call'),
]);

test.each([
  ['function', functions, /[1-9]\d* reports/],
  ['scheduled', scheduled, /wake-ups, [1-9]\d* lost/],
  ['webhooks', webhooks, /[1-9]\d* events, [1-9]\d* repeats/],
  ['batch', batches, /wake-ups/],
])(
  'the soak finds no broken promise in the part %s while peers fail and threads are killed',
  (_, result, met) => {
    expect([brokenIn(result), result.cases]).toEqual(['', []]);
    expect(result.ends.sent).toBeGreaterThan(0);
    expect(result.met.join('\n')).toMatch(/[1-9]\d* of \d+ calls to tables broken/);
    expect(result.met.join('\n')).toMatch(met);
  },
);

// `npm run soak -- --breaks` tries the others.
test('the soak notices a function that acknowledges reports without recording them', () => {
  expect(forgetful.violations['reports taken and lost']).toBeGreaterThan(0);
});

test('the soak notices a wake-up that came too early and asks for no other', () => {
  expect(noSecondCall.violations['left scheduled']).toBeGreaterThan(0);
});
