import { bearerToken } from '../../../shared/keys/api-key.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['Bearer pr_abc', 'pr_abc'],
  ['bearer pr_abc', 'pr_abc'],
  ['BEARER pr_abc', 'pr_abc'],
  ['Bearer    pr_abc', 'pr_abc'],
])('the header %j has a token', (header, expected) => {
  expect(bearerToken(header)).toBe(expected);
});

test.each([
  ...['', 'Bearer', 'Bearer ', 'Bearerpr_abc', 'Bearer\tpr_abc', 'Bearer pr_abc pr_def'],
  ...['Basic cHJfYWJj', 'pr_abc', 'x Bearer pr_abc', `Bearer ${' '.repeat(10_000)}`],
])('the header %j has no token', (header) => {
  expect(bearerToken(header)).toBeNull();
});
