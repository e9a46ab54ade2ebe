import { dateStep, lineWords, scaleTo } from '../../../dashboard/src/parts/day-bars/days.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [3, 3, [0, 1, 2, 3]],
  [1109, 1500, [0, 500, 1000, 1500]],
  [1_000_000, 1_000_000, [0, 500_000, 1_000_000]],
])('up to %i the axis ends at %i, with lines at whole numbers', (highest, top, lines) => {
  expect(scaleTo(highest)).toEqual({ top, lines });
});

test.each([
  [7, 2],
  [30, 8],
  [90, 23],
])('of %i days every %i. has its date below', (days, step) => {
  expect(dateStep(days)).toBe(step);
});

test.each([
  [1500, '1,500'],
  [20_000, '20K'],
  [1_500_000, '1.5M'],
])('the line of %i reads %s', (number, words) => {
  expect(lineWords(number)).toBe(words);
});
