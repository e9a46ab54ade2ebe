import { expect, test } from '@jest/globals';
import { growthFindings } from '../../../../trials/bench/growth/report.ts';
import type { GrowthResult } from '../../../../trials/bench/growth/run.ts';

const calls = {
  requests: { Query: 1 },
  answerBytes: 700,
  scanned: 10,
  consumed: { 'Messages acc_1': { reads: 2, writes: 0 } },
};

/** A case that takes 100 µs at 1,000 messages, and so long at 2,000. */
const resultOf = (largest: number[]): GrowthResult => ({
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
  const { cases } = growthFindings([resultOf([110, 112, 111])]);

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
  const { cases, text } = growthFindings([resultOf(largest)]);

  expect(cases[0]?.holds).toBe(holds);
  expect(text).toContain(words);
});
