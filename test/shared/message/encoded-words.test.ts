import { encodeWords } from '../../../shared/message/mailbox-header.ts';
import { expect, test } from '../../jest.ts';

/** The length and the text of each word. A reader removes the single space between two words. */
function wordsOf(encoded: string): [length: number, text: string][] {
  return encoded
    .split(' ')
    .map((word) => [word.length, Buffer.from(word.slice(10, -2), 'base64').toString()]);
}

test('a short text becomes one encoded word', () => {
  expect(encodeWords('José')).toBe('=?UTF-8?B?Sm9zw6k=?=');
});

test('two encoded words have one space between them', () => {
  expect(encodeWords('a'.repeat(46))).toBe(`=?UTF-8?B?${'YWFh'.repeat(15)}?= =?UTF-8?B?YQ==?=`);
});

test.each([
  ['of one each', 'a'.repeat(45)],
  ['of two and one', `a${'é'.repeat(22)}`],
  ['of three', '日'.repeat(15)],
  ['of four and one', `${'😀'.repeat(11)}a`],
])('an encoded word holds 45 bytes: %s', (_, text) => {
  expect(wordsOf(encodeWords(text))).toEqual([[72, text]]);
});

test.each([
  ['one byte', 'a'.repeat(45), 'a'],
  ['two bytes', `a${'é'.repeat(22)}`, 'é'],
  ['two bytes, where only one fits', 'é'.repeat(22), 'é'],
  ['three bytes', '日'.repeat(15), '日'],
  ['four bytes, where only one fits', '😀'.repeat(11), '😀'],
])('the next character begins another encoded word: %s', (_, text, next) => {
  const words = wordsOf(encodeWords(text + next));

  expect(words.map(([, said]) => said)).toEqual([text, next]);
});

test('a long text becomes encoded words, none longer than RFC 2047 allows', () => {
  const text = 'Größe 日本 😀 '.repeat(20);

  const words = wordsOf(encodeWords(text));

  expect(words.map(([, said]) => said).join('')).toBe(text);
  expect(Math.max(...words.map(([length]) => length))).toBe(72);
});
