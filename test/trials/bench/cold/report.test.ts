import { expect, test } from '@jest/globals';
import { coldFindings } from '../../../../trials/bench/cold/report.ts';

const bare = {
  subject: 'bare-client' as const,
  bytes: 300_000,
  load: [40, 40, 40],
  firstRequest: [30, 30, 30],
};

const render = (load: number[]) => [
  { subject: 'render' as const, bytes: 100_000, load, firstRequest: [6, 6, 6] },
  bare,
];

test.each([
  ['holds', [20, 20, 21], true, '≤ 0.8'],
  ['is missed', [40, 40, 41], false, 'missed: ≤ 0.8'],
  ['has no verdict where the rounds lie far apart', [20, 40, 80], null, '≤ 0.8: machine is busy'],
])('bench cold: a goal %s', (_, load, holds, words) => {
  const { cases, text } = coldFindings(render(load));

  expect(cases.map((each) => each.holds)).toEqual([holds, null]);
  expect(text).toContain(words);
});
