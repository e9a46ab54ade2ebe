import { expect, test } from '@jest/globals';
import { checkReport, checkText } from '../../../../trials/bench/check/report.ts';

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
    'failed  heap of a kept template: 4.00 x its source, at most 3.13',
  );
});
