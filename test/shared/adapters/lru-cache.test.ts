import { LruCache } from '../../../shared/adapters/lru-cache.ts';
import { expect, test } from '../../jest.ts';

/** Sets these values in this order. A key without a value is only read. */
function kept(...steps: (string | [string, string])[]) {
  const recent = new LruCache<string>(10, (value) => value.length);
  for (const step of steps) {
    if (typeof step === 'string') recent.get(step);
    else recent.set(...step);
  }
  return ['a', 'b', 'c']
    .filter((key) => recent.get(key) !== undefined)
    .map((key) => [key, recent.get(key)]);
}

test('recent values are kept while they fit', () => {
  const both: [string, string][] = [
    ['a', '12345'],
    ['b', '12345'],
  ];

  expect(kept(...both)).toEqual(both);
});

test('the recent value that was not asked for the longest goes first when another needs the room', () => {
  expect(kept(['a', '1234'], ['b', '1234'], 'a', ['c', '1234'])).toEqual([
    ['a', '1234'],
    ['c', '1234'],
  ]);
});

test('several recent values go when a new one needs their room', () => {
  expect(kept(['a', '1234'], ['b', '1234'], ['c', '1234567890'])).toEqual([['c', '1234567890']]);
});

test('a value that is larger than the bound is not kept, and the count stays right', () => {
  expect(kept(['a', '12345678901'], ['b', '1234567890'])).toEqual([['b', '1234567890']]);
});

test('a recent value that is set again counts once', () => {
  expect(kept(['a', '12345'], ['a', '123456'], ['b', '1234'])).toEqual([
    ['a', '123456'],
    ['b', '1234'],
  ]);
});
