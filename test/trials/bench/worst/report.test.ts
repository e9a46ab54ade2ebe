import { expect, test } from '@jest/globals';
import { worstFindings } from '../../../../trials/bench/worst/report.ts';

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
