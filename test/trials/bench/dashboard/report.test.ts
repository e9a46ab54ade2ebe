import { expect, test } from '@jest/globals';
import { dashboardFindings } from '../../../../trials/bench/dashboard/report.ts';

const costs = (frames: number[], previews: number[]) => [
  { kilobytes: 20, frames: [10, 10, 10], previews: [50, 50, 50] },
  { kilobytes: 100, frames, previews },
];

test('bench dashboard judges the times of a key at 100 KB', () => {
  const { cases, text } = dashboardFindings(costs([20, 21, 20], [260, 261, 262]));

  expect(cases).toEqual([
    {
      name: 'a key to the next frame',
      engines: { '20 KB': 10_000, '100 KB': 20_000 },
      spread: expect.closeTo(0.025, 3),
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
  ]);
  expect(text).toContain('missed: ≤ 250 ms');
});

test('bench dashboard gives no verdict on a busy machine', () => {
  const { cases, text } = dashboardFindings(costs([10, 20, 40], [100, 100, 100]));

  expect(cases.map(({ holds }) => holds)).toEqual([null, true]);
  expect(text).toContain('machine is busy, no verdict');
});
