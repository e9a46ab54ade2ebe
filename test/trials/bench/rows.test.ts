import { heapRow } from '../../../trials/bench/check.ts';
import { coldRows } from '../../../trials/bench/cold.ts';
import { keyRows } from '../../../trials/bench/dashboard.ts';
import { growthRows } from '../../../trials/bench/growth/run.ts';
import { sideBySideRows } from '../../../trials/bench/rounds.ts';
import { judge, printRows, type Row } from '../../../trials/bench/rows.ts';
import { expect, test } from '../../jest.ts';

const verdictsOf = (rows: readonly Row[]) => rows.map(({ holds }) => holds);

test.each([
  ['reached', [0.9, 0.91, 0.92], true],
  ['missed', [1.1, 1.11, 1.12], false],
  ['without a verdict if the rounds lie far apart', [0.6, 0.9, 1.5], null],
  ['reached by half of it, however far the rounds lie apart', [0.1, 0.5, 0.9], true],
])('a goal of the bench is %s', (_, rounds, holds) => {
  expect(judge(rounds, 1).holds).toBe(holds);
});

test('a table of the bench has a column for each figure, and the verdicts', () => {
  const text = printRows([
    { name: 'one', figures: { ms: 12.345 }, goal: '≤ 9', holds: false },
    { name: 'two', figures: { KB: 1234.5 }, goal: '≤ 9', holds: null },
  ]);

  for (const cell of [
    'ms',
    'KB',
    '12.3',
    '1235',
    'missed: ≤ 9',
    '≤ 9: machine is busy, no verdict',
  ])
    expect(text).toContain(` ${cell} `);
});

/** Our times, compared with an engine that takes 100 µs in each round. Our goal is at most twice as long. */
const beside = (own: number[]) => ({
  name: 'render',
  times: new Map([
    ['postrider', own],
    ['mustache', own.map(() => 100)],
  ]),
  goals: { mustache: 2 },
});

test('the bench sorts candidates by their times, and compares ours with each other one', () => {
  expect(sideBySideRows(beside([150, 151, 149]), 1)).toEqual([
    {
      name: 'render: mustache',
      figures: { µs: 100, 'postrider takes': 1.5, spread: '1 %' },
      ...{ goal: '≤ 2 x', holds: true },
    },
    { name: 'render: postrider', figures: { µs: 150 }, holds: null },
  ]);
});

test.each([
  ['a little beyond it', [290, 291, 292], true],
  ['beyond one and a half of it', [310, 311, 312], false],
])('the bench gives a goal some slack: a ratio %s', (_, own, holds) => {
  expect(verdictsOf(sideBySideRows(beside(own), 1.5))).toEqual([holds, null]);
});

test('bench check: a template that takes too much heap fails on any machine', () => {
  expect(verdictsOf([heapRow(3), heapRow(4)])).toEqual([true, false]);
});

test('bench cold compares each function with the bare client', () => {
  const of = (name: string, load: number[], firstRequest: number[]) =>
    ({ name, bytes: 1, load, firstRequest }) as const;
  const bare = of('bare-client', [40, 40, 40], [30, 30, 30]);
  const starts = [of('render', [20, 20, 21], [29, 30, 30]), bare];

  expect(verdictsOf(coldRows(starts))).toEqual([true, false, null, null]);
});

test('bench dashboard judges the times of a key at 100 KB, and their ratios to a bare CodeMirror', () => {
  const bare = { frames: [12, 12, 12], slowFrames: [15, 15, 15] };
  const others = { bare, slowFrames: [30, 30, 30], shifts: [0, 0.004, 0] };
  const rows = keyRows([
    { ...others, kilobytes: 20, frames: [90, 90, 90], previews: [900, 900, 900] },
    { ...others, kilobytes: 100, frames: [15, 16, 15], previews: [260, 261, 262] },
  ]);

  const own = [null, null, null, true, true, false];
  const beside = [null, null, true, false];
  expect(verdictsOf(rows)).toEqual([...own, ...beside, true]);
});

test.each([
  ['as much', { Query: 1 }, 10, true],
  ['more records', { Query: 1 }, 100, false],
  ['more requests', { Query: 2 }, 10, false],
])('bench growth: the largest size takes %s as the base', (_, requests, scanned, holds) => {
  const none = { units: { reads: 1, writes: 0 } };
  const base = { count: 10, calls: { requests: { Query: 1 }, scanned: 10, ...none } };
  const largest = { count: 1000, calls: { requests, scanned, ...none } };

  const rows = growthRows({ name: 'page', of: 'messages', costs: [base, largest], base: 10 });

  expect(verdictsOf(rows)).toEqual([null, holds]);
});
