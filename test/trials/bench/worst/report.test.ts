import { expect, test } from '@jest/globals';
import { worstReport, worstText } from '../../../../trials/bench/worst/report.ts';

test.each([
  ['holds within a second', [20, 20, 21], 900, true, 'holds'],
  ['is missed by the first time alone', [20, 20, 21], 1100, false, 'missed'],
  ['is missed by the later times', [1200, 1210, 1220], 900, false, 'missed'],
  ['has no verdict on a busy machine', [20, 200, 2000], 1100, null, 'machine is busy: no verdict'],
])('the goal of the most that can be asked %s', (_, later, first, holds, words) => {
  const report = worstReport([{ name: 'render much', isDone: true, first, later }]);

  expect(report).toMatchObject([{ name: 'render much', outcome: 'answered', holds }]);
  expect(worstText(report)).toContain(words);
});
