import * as fc from 'fast-check';
import { formatAddress, parseAddress } from '../../../shared/engine/verify/address.ts';
import { addressRefusals } from '../../../shared/engine/verify/address-refusals.ts';
import { parseMailbox } from '../../../shared/message/mailbox.ts';
import { expect, test } from '../../jest.ts';

const address = { localPart: 'jane', domain: 'example.com' };

test.each([
  ['jane@example.com', undefined],
  [' jane@example.com ', undefined],
  ['<jane@example.com>', undefined],
  ['Jane <jane@example.com>', 'Jane'],
  ['Jane<jane@example.com>', 'Jane'],
  [' Jane Doe  <jane@example.com> ', 'Jane Doe'],
  ['Dr. J. Doe <jane@example.com>', 'Dr. J. Doe'],
  ["Jane O'Neil <jane@example.com>", "Jane O'Neil"],
  ['Jos\u00e9 \u65e5\u672c \ud83d\ude00 <jane@example.com>', 'Jos\u00e9 \u65e5\u672c \ud83d\ude00'],
  ['"Doe, Jane" <jane@example.com>', 'Doe, Jane'],
  ['"Doe, Jane"<jane@example.com>', 'Doe, Jane'],
  ['"Jane \\"JD\\" Doe" <jane@example.com>', 'Jane "JD" Doe'],
  ['"back\\\\slash" <jane@example.com>', 'back\\slash'],
  ['"jane@example.org" <jane@example.com>', 'jane@example.org'],
  ['"<b>" <jane@example.com>', '<b>'],
  ['"" <jane@example.com>', undefined],
  ['" " <jane@example.com>', undefined],
  [`${'\ud83d\ude00'.repeat(100)} <jane@example.com>`, '\ud83d\ude00'.repeat(100)],
])('the mailbox %j is read', (text, name) => {
  const mailbox = name === undefined ? { address } : { name, address };

  expect(parseMailbox(text)).toEqual({ ok: true, mailbox });
});

test('a quoted local part is read with and without a name', () => {
  const quoted = { localPart: '"jane >,< doe"', domain: 'example.com' };

  expect(
    ['"jane >,< doe"@example.com', 'Jane <"jane >,< doe"@example.com>'].map(parseMailbox),
  ).toEqual([
    { ok: true, mailbox: { address: quoted } },
    { ok: true, mailbox: { name: 'Jane', address: quoted } },
  ]);
});

const illFormed = 'it contains half of a surrogate pair';
const unquoted = 'a name with one of , ; : @ ( ) [ ] < > " \\ in it must be in double quotes';
const quoteOpen = 'the quote that the name begins with is not closed';
const afterQuote = 'a quoted name must be followed by the address in angle brackets';

test.each([
  ['', addressRefusals.empty],
  ['<>', addressRefusals.empty],
  ['jane', addressRefusals.noAt],
  ['Jane < jane@example.com >', addressRefusals.surroundingSpace],
  ['Jane jane@example.com', addressRefusals.localCharacter],
  ['Jane <jane@example.com', addressRefusals.localCharacter],
  ['jane@example.com (Jane)', addressRefusals.domainCharacter],
  ['Jane <jane@example.com> <eve@example.org>', addressRefusals.severalAts],
  ['friends: jane@example.com, eve@example.org;', addressRefusals.severalAts],
  ['Jane (work) <jane@example.com>', unquoted],
  ['Doe, Jane <jane@example.com>', unquoted],
  ['jane@example.org <jane@example.com>', unquoted],
  ['Jane "JD" Doe <jane@example.com>', unquoted],
  ['jane@example.com>', unquoted],
  ['"Jane <jane@example.com>', quoteOpen],
  ['"Jane" Doe <jane@example.com>', afterQuote],
  ['Jane\r\nBcc: eve@example.org <jane@example.com>', addressRefusals.controlCharacter],
  ['"Jane\\\r" <jane@example.com>', addressRefusals.controlCharacter],
  ['Jane\0 <jane@example.com>', addressRefusals.controlCharacter],
  ['Jane\tDoe <jane@example.com>', addressRefusals.controlCharacter],
  ['Jane\u2028 <jane@example.com>', addressRefusals.controlCharacter],
  ['jane@example.com\n', addressRefusals.controlCharacter],
  ['Jane \ud83d <jane@example.com>', illFormed],
  ['Jane \ude00 <jane@example.com>', illFormed],
  [`${'a'.repeat(101)} <jane@example.com>`, 'its name is longer than 100 characters'],
])('the mailbox %j is refused', (text, problem) => {
  expect(parseMailbox(text)).toEqual({ ok: false, problem });
});

test('an accepted mailbox has one line and a well-formed address, whatever the text is', () => {
  const pieces = fc.constantFrom(
    ...['"', '\\', '<', '>', 'Jane', ' ', '\r\n', '\0', '\t', '\u0085', '\u2028', '\ud800', ','],
    ...['jane@example.com', '<jane@example.com>', '\u00e9', '\ud83d\ude00', '(', ';', ':', '@'],
  );
  const anyText = fc
    .tuple(fc.array(pieces, { maxLength: 12 }), fc.constantFrom('', '<jane@example.com>'))
    .map(([parts, end]) => parts.join('') + end);

  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseMailbox(text);
      if (!parsed.ok) return;
      const { name = 'none', address } = parsed.mailbox;

      expect(name).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(name.isWellFormed()).toBe(true);
      expect(parseAddress(formatAddress(address))).toEqual({ ok: true, address });
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['backslashes within quotes', `"${'\\\\'.repeat(500_000)}`],
  ['quotes', '"'.repeat(1_000_000)],
  ['angle brackets', '<'.repeat(1_000_000)],
  ['spaces before a bracket', `${' '.repeat(1_000_000)}x>`],
])('a megabyte of %s is refused', (_what, text) => {
  expect(parseMailbox(text)).toMatchObject({ ok: false });
  expect(parseMailbox(`${text}<jane@example.com>`)).toMatchObject({ ok: false });
});
