import { describe, expect, test } from 'vitest';
import { LruCache } from '../../../shared/adapters/lru-cache.ts';

const ofTenBytes = () => new LruCache<string>(10, (value) => value.length);

describe('recent values', () => {
  test('are kept while they fit', () => {
    const recent = ofTenBytes();

    recent.set('a', '12345');
    recent.set('b', '12345');

    expect([recent.get('a'), recent.get('b')]).toEqual(['12345', '12345']);
  });

  test('go when another needs the room, the one not asked for the longest first', () => {
    const recent = ofTenBytes();
    recent.set('a', '1234');
    recent.set('b', '1234');
    recent.get('a');

    recent.set('c', '1234');

    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([
      '1234',
      undefined,
      '1234',
    ]);
  });

  test('several go when one needs the room of several', () => {
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

  test('one that is larger than the bound is not kept, and leaves the count right', () => {
    const recent = ofTenBytes();

    recent.set('a', '12345678901');
    recent.set('b', '1234567890');

    expect([recent.get('a'), recent.get('b')]).toEqual([undefined, '1234567890']);
  });

  test('one that is set again counts once', () => {
    const recent = ofTenBytes();
    recent.set('a', '12345');
    recent.set('a', '123456');

    recent.set('b', '1234');

    expect([recent.get('a'), recent.get('b')]).toEqual(['123456', '1234']);
  });
});
