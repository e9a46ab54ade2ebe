import { oneOf, randomFrom } from '../../../trials/harness/random.ts';
import { expect, test } from '../../jest.ts';

const take = (count: number, ...words: (string | number)[]) => {
  const random = randomFrom(...words);
  return Array.from({ length: count }, () => random());
};

test('randomFrom gives the same numbers for the same words', () => {
  expect(take(5, 1, 'send')).toEqual(take(5, 1, 'send'));
});

test('randomFrom gives other numbers for other words', () => {
  expect(take(5, 1, 'send')).not.toEqual(take(5, 2, 'send'));
});

test('randomFrom spreads numbers evenly from 0 to below 1', () => {
  const numbers = take(10_000, 'even');

  const tenths = Map.groupBy(numbers, (number) => Math.floor(number * 10));

  expect([...tenths.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Math.min(...[...tenths.values()].map(({ length }) => length))).toBeGreaterThan(850);
});

test('oneOf picks by the position of the number', () => {
  const picks = [0, 0.49, 0.5, 0.99].map((number) => oneOf(() => number, ['a', 'b']));

  expect(picks).toEqual(['a', 'a', 'b', 'b']);
});
