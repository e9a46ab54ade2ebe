import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { hashApiKey, hintOf, looksLikeApiKey, mintApiKey } from '../../../shared/keys/api-key.ts';
import { toBase62 } from '../../../shared/keys/base62.ts';
import { expect, test } from '../../jest.ts';

const zeros = (count: number) => new Uint8Array(count);

test('an API key is its prefix, 30 random characters and the CRC-32 of both', () => {
  expect(mintApiKey(zeros)).toBe('pr_0000000000000000000000000000003P1Irw');
});

test('a new API key passes the check of its form', () => {
  const secrets = Array.from({ length: 1000 }, () => mintApiKey(randomBytes));

  expect(secrets.filter((secret) => !looksLikeApiKey(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(1000);
});

test('an API key with one changed character fails the check of its form', () => {
  const secret = mintApiKey(randomBytes);
  const position = fc.nat({ max: secret.length - 1 });
  const character = fc.string({ minLength: 1, maxLength: 1 });

  fc.assert(
    fc.property(position, character, (at, other) => {
      fc.pre(secret.charAt(at) !== other);
      const changed = secret.slice(0, at) + other + secret.slice(at + 1);

      expect(looksLikeApiKey(changed)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '',
  'pr_',
  ` ${mintApiKey(zeros)}`,
  `${mintApiKey(zeros)}\n`,
  mintApiKey(zeros).slice(0, -1),
  `${mintApiKey(zeros)}0`,
  mintApiKey(zeros).slice(3),
  mintApiKey(zeros).toUpperCase(),
  'x'.repeat(100_000),
])("%j fails the check of an API key's form", (text) => {
  expect(looksLikeApiKey(text)).toBe(false);
});

test.each(['x', 'pr_'])('a key with %j too much is refused, though its check fits', (more) => {
  const tooMuch = [`${more}pr_${'0'.repeat(30)}`, `pr_${'0'.repeat(30)}${more.replace('_', '')}`];
  const checked = tooMuch.map((body) => body + toBase62(crc32(body), 6));

  expect(checked.filter(looksLikeApiKey)).toEqual([]);
});

test('a key is found by its SHA-256 in hexadecimal', () => {
  const hashed = hashApiKey('abc');

  expect(hashed).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the hint of a key shows four characters at each end', () => {
  expect(hintOf('pr_abcdefghijklmnopqrstuvwxyz0123456789')).toBe('pr_abcd…6789');
});
