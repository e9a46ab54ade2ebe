import * as fc from 'fast-check';
import { formatAddress, parseAddress } from '../../../../shared/engine/verify/address.ts';
import { addressRefusals } from '../../../../shared/engine/verify/address-refusals.ts';
import { describe, expect, test } from '../../../jest.ts';
import { grammarCases } from './grammar-cases.ts';
import { hostileCases } from './hostile-cases.ts';

/** The result of an accepted case: the unchanged local part, and the domain in lower case. */
function accepted(text: string) {
  const [localPart = '', domain = ''] = text.split('@');
  return { ok: true, address: { localPart, domain: domain.toLowerCase() } };
}

describe.each([
  ['the grammar of RFC 5321', grammarCases],
  ['mistakes and attacks', hostileCases],
])('%s', (_suite, cases) => {
  test.each(cases)('the address %j is judged right: %s', (text, reason) => {
    expect(parseAddress(text)).toEqual(reason === null ? accepted(text) : { ok: false, reason });
  });

  test('the list of addresses has no case twice', () => {
    const texts = cases.map(([text]) => text);

    expect(new Set(texts).size).toBe(texts.length);
  });
});

test('each reason for a refusal has a case', () => {
  const reasons = [...grammarCases, ...hostileCases].flatMap(([, reason]) => reason ?? []);

  expect([...new Set(reasons)].sort()).toEqual(Object.keys(addressRefusals).sort());
});

test.each([
  ['jane@m\u00fcnchen.de', 'xn--mnchen-3ya.de'],
  ['jane@M\u00dcNCHEN.DE', 'xn--mnchen-3ya.de'],
  ['jane@mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
  ['jane@XN--MNCHEN-3YA.DE', 'xn--mnchen-3ya.de'],
  ['jane@fa\u00df.de', 'xn--fa-hia.de'],
  ['jane@\u65e5\u672c\u8a9e.jp', 'xn--wgv71a119e.jp'],
  ['jane@example.\u0440\u0444', 'example.xn--p1ai'],
  ['jane@\u05d0\u05d1.com', 'xn--4dbc.com'],
  ['jane@\u0645\u062b\u0627\u0644.\u062a\u0648\u0646\u0633', 'xn--mgbh0fb.xn--pgbs0dh'],
  ['jane@mail.b\u00fccher.example', 'mail.xn--bcher-kva.example'],
])('the domain %s is looked up as %s', (text, domain) => {
  expect(parseAddress(text)).toEqual({ ok: true, address: { localPart: 'jane', domain } });
});

const pieces = fc.constantFrom(
  ...['@', '.', '"', '\\', '-', 'xn--', 'a', 'Z', '0', ' ', '\r\n', '\0', '\u00fc', '\u0308'],
  ...['\uff11', '(', '<', '[', ',', '\u2028', '\ud800', '\ud83d\ude00', 'example.com', '%', '/'],
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.emailAddress(),
  fc
    .tuple(fc.array(pieces, { maxLength: 8 }), fc.array(pieces, { maxLength: 8 }))
    .map(([local, domain]) => `a${local.join('')}@b${domain.join('')}.com`),
);

test('an accepted address is printable ASCII within the limits, and is accepted again unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseAddress(text);
      if (!parsed.ok) return;
      const formatted = formatAddress(parsed.address);

      expect(formatted).toMatch(/^[ -~]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(formatted.length).toBeLessThanOrEqual(254);
      expect(formatted.split('@')).toHaveLength(2);
      expect(parseAddress(formatted)).toEqual(parsed);
    }),
    { numRuns: 2000 },
  );
});

test('an address with a control character anywhere is refused', () => {
  const control = fc.constantFrom(
    ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
    ...['\u007f', '\u0080', '\u0085', '\u009f', '\u2028', '\u2029'],
  );
  const address = fc.constantFrom('jane@example.com', '"jane doe"@example.com', '"\\ "@a.de');

  fc.assert(
    fc.property(address, control, fc.nat(22), (text, character, at) => {
      const parsed = parseAddress(text.slice(0, at) + character + text.slice(at));

      expect(parsed).toEqual({ ok: false, reason: 'controlCharacter' });
    }),
  );
});

test.each([
  ['one character', 'a'.repeat(1_000_000)],
  ['dots', `a@${'.'.repeat(1_000_000)}`],
  ['quotes and backslashes', `"${'\\"'.repeat(500_000)}@example.com`],
  ['combining marks', `a@u${'\u0308'.repeat(1_000_000)}.com`],
  ['labels', `a@${'a.'.repeat(500_000)}com`],
])('a megabyte of %s is refused before it is parsed', (_what, text) => {
  expect(parseAddress(text)).toEqual({ ok: false, reason: 'tooLong' });
});
