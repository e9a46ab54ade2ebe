import { checkReport, checkText } from '../../../trials/bench/check/report.ts';
import { coldFindings } from '../../../trials/bench/cold/report.ts';
import { dashboardFindings } from '../../../trials/bench/dashboard/report.ts';
import { growthFindings } from '../../../trials/bench/growth/report.ts';
import type { GrowthResult } from '../../../trials/bench/growth/run.ts';
import { worstFindings } from '../../../trials/bench/worst/report.ts';
import { expect, test } from '../../jest.ts';

/** A case that may take twice as long as another engine, which takes 100 µs in each round. */
const checked = (own: number[], heap = 2) =>
  checkReport({
    sideBySide: [
      {
        name: 'render',
        times: new Map([
          ['postrider', own],
          ['eta', own.map(() => 100)],
        ]),
        goals: [{ against: 'eta', ratio: 2 }],
      },
    ],
    heap,
  });

test.each([
  ['at its goal', [200, 201, 199], true, 'ok      render: 2.000 x eta, at most 3.000'],
  ['a little beyond it', [290, 291, 292], true, 'ok      render: 2.910'],
  ['beyond one and a half of it', [310, 311, 312], false, 'failed  render: 3.110'],
  ['far beyond it while the machine is busy', [300, 900, 1500], null, 'busy    render: 9.000'],
])('bench check: a ratio %s', (_, own, holds, words) => {
  const report = checked(own);

  expect(report[0]?.holds).toBe(holds);
  expect(checkText(report)).toContain(words);
});

test('bench check: a template that takes too much heap fails on any machine', () => {
  const report = checked([200, 900, 400], 4);

  expect(report.map(({ holds }) => holds)).toEqual([null, false]);
  expect(checkText(report)).toContain(
    'failed  heap of a cached template: 4.00 x its source, at most 3.13',
  );
});

const bareClient = {
  subject: 'bare-client' as const,
  bytes: 300_000,
  load: [40, 40, 40],
  firstRequest: [30, 30, 30],
};

const startsOf = (load: number[]) => [
  { subject: 'render' as const, bytes: 100_000, load, firstRequest: [6, 6, 6] },
  bareClient,
];

test.each([
  ['holds', [20, 20, 21], true, '≤ 0.8'],
  ['is missed', [40, 40, 41], false, 'missed: ≤ 0.8'],
  ['has no verdict where the rounds lie far apart', [20, 40, 80], null, '≤ 0.8: machine is busy'],
])('bench cold: a goal %s', (_, load, holds, words) => {
  const { cases, text } = coldFindings(startsOf(load));

  expect(cases.map((each) => each.holds)).toEqual([holds, null]);
  expect(text).toContain(words);
});

const others = { slowFrames: [30, 30, 30], shifts: [0, 0.004, 0] };
const costs = (frames: number[], previews: number[]) => [
  { ...{ kilobytes: 20, frames: [10, 10, 10] }, ...others, previews: [50, 50, 50] },
  { kilobytes: 100, frames, ...others, previews },
];

test('bench dashboard judges the times of a key at 100 KB', () => {
  const { cases, text } = dashboardFindings(costs([15, 16, 15], [260, 261, 262]));

  expect(cases).toEqual([
    {
      name: 'a key to the next frame',
      engines: { '20 KB': 10_000, '100 KB': 15_000 },
      spread: expect.closeTo(0.033, 3),
      goal: 16_000,
      holds: true,
    },
    {
      name: 'the same, slowest 5 %',
      engines: { '20 KB': 30_000, '100 KB': 30_000 },
      spread: 0,
      goal: 32_000,
      holds: true,
    },
    {
      name: 'a key to its preview',
      engines: { '20 KB': 50_000, '100 KB': 261_000 },
      spread: expect.closeTo(0.004, 3),
      goal: 250_000,
      holds: false,
    },
    { name: 'Layout shift in the worst round', shift: 0.004, holds: true },
  ]);
  expect(text).toContain('missed: ≤ 250 ms');
});

test('bench dashboard gives no verdict on a busy machine', () => {
  const { cases, text } = dashboardFindings(costs([10, 20, 40], [100, 100, 100]));

  expect(cases.map(({ holds }) => holds)).toEqual([null, true, true, true]);
  expect(text).toContain('machine is busy, no verdict');
});

const calls = {
  requests: { Query: 1 },
  answerBytes: 700,
  scanned: 10,
  consumed: { 'Messages acc_1': { reads: 2, writes: 0 } },
};

/** A case that takes 100 µs at 1,000 messages, and so long at 2,000. */
const growthOf = (largest: number[]): GrowthResult => ({
  name: 'page',
  of: 'messages',
  costs: [
    { count: 10, calls, times: [1, 1, 1] },
    { count: 1000, calls, times: [100, 100, 100] },
    { count: 2000, calls, times: largest },
  ],
  base: 1000,
});

test('bench growth compares the largest size with the smallest that a case reads in full', () => {
  const { cases } = growthFindings([growthOf([110, 112, 111])]);

  expect(cases).toEqual([
    {
      name: 'page',
      engines: { '10 messages': 1, '1000 messages': 100, '2000 messages': 111 },
      calls: { '10 messages': calls, '1000 messages': calls, '2000 messages': calls },
      ratio: 1.11,
      spread: expect.closeTo(0.01, 2),
      goal: 1.2,
      holds: true,
    },
  ]);
});

test.each([
  ['misses its goal', [130, 131, 130], false, 'missed: ≤ 1.2'],
  ['has no verdict where the rounds lie far apart', [90, 200, 110], null, 'busy, no verdict'],
])('bench growth: a case %s', (_, largest, holds, words) => {
  const { cases, text } = growthFindings([growthOf(largest)]);

  expect(cases[0]?.holds).toBe(holds);
  expect(text).toContain(words);
});

test.each([
  ['holds within a second', [20, 20, 21], 900, true, '≤ 1000'],
  ['is missed only by the first time', [20, 20, 21], 1100, false, 'missed: ≤ 1000'],
  ['is missed by the later times', [1200, 1210, 1220], 900, false, 'missed: ≤ 1000'],
  ['has no verdict on a busy machine', [20, 200, 2000], 1100, null, '≤ 1000: machine is busy'],
])('bench worst: the goal %s', (_, later, first, holds, words) => {
  const { cases, text } = worstFindings([{ name: 'render much', isDone: true, first, later }]);

  expect(cases).toMatchObject([{ name: 'render much', outcome: 'answered', holds }]);
  expect(text).toContain(words);
});
