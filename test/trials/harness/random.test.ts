import { randomFrom } from '../../../trials/harness/random.ts';
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
