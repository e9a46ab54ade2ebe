import { LruCache } from '../../../shared/adapters/lru-cache.ts';
import { expect, test } from '../../jest.ts';

const ofTenBytes = () => new LruCache<string>(10, (value) => value.length);

test('recent values are kept while they fit', () => {
  const recent = ofTenBytes();

  recent.set('a', '12345');
  recent.set('b', '12345');

  expect([recent.get('a'), recent.get('b')]).toEqual(['12345', '12345']);
});

test('the recent value that was not asked for the longest goes first when another needs the room', () => {
  const recent = ofTenBytes();
  recent.set('a', '1234');
  recent.set('b', '1234');
  recent.get('a');

  recent.set('c', '1234');

  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual(['1234', undefined, '1234']);
});

test('several recent values go when a new one needs their room', () => {
  const recent = ofTenBytes();
  recent.set('a', '1234');
  recent.set('b', '1234');

  recent.set('c', '1234567890');

  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([
    undefined,
    undefined,
    '1234567890',
  ]);
});

test('a value that is larger than the bound is not kept, and the count stays right', () => {
  const recent = ofTenBytes();

  recent.set('a', '12345678901');
  recent.set('b', '1234567890');

  expect([recent.get('a'), recent.get('b')]).toEqual([undefined, '1234567890']);
});

test('a recent value that is set again counts once', () => {
  const recent = ofTenBytes();
  recent.set('a', '12345');
  recent.set('a', '123456');

  recent.set('b', '1234');

  expect([recent.get('a'), recent.get('b')]).toEqual(['123456', '1234']);
});
