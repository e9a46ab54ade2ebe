import { risingFrom } from '../../../../dashboard/src/pages/home/figures/rising.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['a step', [1, 0, 1, 0, 5, 6, 5], 4],
  ['only the last day', [2, 2, 2, 2, 2, 2, 20], 6],
  ['nothing before', [0, 0, 0, 2, 2, 3], 3],
  ['two mails', [0, 0, 0, 0, 1, 1], null],
  ['no change', [5, 6, 5, 6, 5, 6], null],
  ['a fall', [9, 9, 9, 1, 1, 1], null],
  ['no day', [], null],
])('%s rises from the day %s', (_, days, from) => {
  expect(risingFrom(days)).toBe(from);
});
