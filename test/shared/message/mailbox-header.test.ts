import * as fc from 'fast-check';
import { type Mailbox, parseMailbox } from '../../../shared/message/mailbox.ts';
import { formatMailbox } from '../../../shared/message/mailbox-header.ts';
import { expect, test } from '../../jest.ts';

const address = { localPart: 'jane', domain: 'xn--mnchen-3ya.de' };

test.each([
  [undefined, 'jane@xn--mnchen-3ya.de'],
  ['Jane', 'Jane <jane@xn--mnchen-3ya.de>'],
  ['Jane Doe', 'Jane Doe <jane@xn--mnchen-3ya.de>'],
  ["O'Neil-Smith & Co", "O'Neil-Smith & Co <jane@xn--mnchen-3ya.de>"],
  ['Doe, Jane', '"Doe, Jane" <jane@xn--mnchen-3ya.de>'],
  ['J. Doe', '"J. Doe" <jane@xn--mnchen-3ya.de>'],
  ['Jane  Doe', '"Jane  Doe" <jane@xn--mnchen-3ya.de>'],
  ['Jane "JD" Doe', '"Jane \\"JD\\" Doe" <jane@xn--mnchen-3ya.de>'],
  ['back\\slash', '"back\\\\slash" <jane@xn--mnchen-3ya.de>'],
  ['eve@example.org', '"eve@example.org" <jane@xn--mnchen-3ya.de>'],
  ['Jos\u00e9', '=?UTF-8?B?Sm9zw6k=?= <jane@xn--mnchen-3ya.de>'],
  ['=?UTF-8?B?Sm9zw6k=?=', '=?UTF-8?B?PT9VVEYtOD9CP1NtOXp3Nms9Pz0=?= <jane@xn--mnchen-3ya.de>'],
])('the name %j is written as %s', (name, header) => {
  expect(formatMailbox(name === undefined ? { address } : { name, address })).toBe(header);
});

test('a long name is cut into words between its characters', () => {
  const name = '\ud83d\ude00'.repeat(12);

  expect(formatMailbox({ name, address })).toBe(
    `=?UTF-8?B?${base64('\ud83d\ude00'.repeat(11))}?= =?UTF-8?B?${base64('\ud83d\ude00')}?= <jane@xn--mnchen-3ya.de>`,
  );
});

test('the longest mailbox fits into a header line', () => {
  const label = 'a'.repeat(63);
  const longest = { localPart: 'a', domain: `${label}.${label}.${label}.${'a'.repeat(60)}` };

  const lengths = ['\ud83d\ude00', '\u65e5', '\u00e9', '"'].map(
    (character) =>
      `Reply-To: ${formatMailbox({ name: character.repeat(100), address: longest })}`.length,
  );

  expect(Math.max(...lengths)).toBeLessThanOrEqual(998);
});

const character = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(' ', '"', '\\', ',', '.', '=?', '?=', '\u00e9', '\ud83d\ude00', '<', '@'),
);
const names = fc
  .array(character, { minLength: 1, maxLength: 30 })
  .map((characters) => characters.join(''))
  .filter((name) => name.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(name));

test('a mail reader shows a name as it was given', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(readAsMailReader(formatMailbox({ name, address }))).toEqual({ name, address });
    }),
    { numRuns: 1000 },
  );
});

test('a header is printable ASCII, and no encoded word is longer than 75 characters', () => {
  fc.assert(
    fc.property(names, (name) => {
      const header = formatMailbox({ name, address });
      const words = header.match(/=\?UTF-8\?B\?[^?]*\?=/g) ?? [];

      expect(header).toMatch(/^[ -~]+$/);
      expect(Math.max(0, ...words.map((word) => word.length))).toBeLessThanOrEqual(75);
    }),
    { numRuns: 1000 },
  );
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Decodes by RFC 2047 §6.2: decodes each word separately, and drops the space between two words. */
function readAsMailReader(header: string): Mailbox | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const [, words, rest] = /^((?:=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?= )+)(<.*>)$/.exec(header) ?? [];
  const parsed = parseMailbox(rest ?? header);
  if (!parsed.ok || words === undefined) return parsed.ok ? parsed.mailbox : undefined;
  const name = words
    .trim()
    .split(' ')
    .map((word) => decoder.decode(Buffer.from(word.slice(10, -2), 'base64')))
    .join('');
  return { name, ...parsed.mailbox };
}
