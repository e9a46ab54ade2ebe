import { randomBytes } from 'node:crypto';
import { randomBase62, toBase62 } from '../../../shared/keys/base62.ts';
import { expect, test } from '../../jest.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);

test('random base62 gets each character from the same number of byte values', () => {
  const text = randomBase62(248, () => everyByte);

  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  );
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('random base62 replaces bytes that it cannot use', () => {
  const asked: number[] = [];
  const rounds = [Uint8Array.of(248, 0, 255, 61), Uint8Array.of(250, 62), Uint8Array.of(247)];

  const text = randomBase62(4, (count) => {
    asked.push(count);
    return rounds.shift() ?? new Uint8Array(count);
  });

  expect([text, asked]).toEqual(['0z0z', [4, 2, 1]]);
});

test.each([0, 1, 30, 1000])('random base62 has %i characters', (length) => {
  expect(randomBase62(length, randomBytes)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
});

test.each([
  [0, '000000'],
  [61, '00000z'],
  [62, '000010'],
  [0xcbf43926, '3jZRME'],
  [0xffffffff, '4gfFC3'],
])('%i in base62 is %s', (number, expected) => {
  expect(toBase62(number, 6)).toBe(expected);
});
