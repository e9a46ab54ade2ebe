import fc from 'fast-check';
import * as punycode from 'punycode.js/punycode.es6.js';
import { joined, weighted } from '../draw.ts';

/** A part of an address as it is written, and its meaning; null if it must be refused. */
export interface AddressPart {
  text: string;
  means: string | null;
}

const pick = (characters: string) => fc.constantFrom(...characters);

const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** RFC 5322 §3.2.3. */
const atom = joined(pick(`${lettersAndDigits}!#$%&'*+-/=?^_\`{|}~`), {
  minLength: 1,
  maxLength: 20,
});

/** RFC 5321 §4.1.2, without the @, which is refused in quotes as well. */
const quotedContent = fc
  .array(
    fc.oneof(
      pick(`${lettersAndDigits} !#$%&'()*+,-./:;<=>?[]^_\`{|}~`),
      pick(`${lettersAndDigits} "\\<>,;:`).map((character) => `\\${character}`),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((characters) => `"${characters.join('')}"`);

const dotted = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('.'));

/** Valid local parts: they mean exactly themselves. */
export const localPart: fc.Arbitrary<AddressPart> = weighted([3, dotted], [2, quotedContent])
  .filter((text) => text.length <= 64)
  .map((text) => ({ text, means: text }));

/** Letters that IDNA does not change (RFC 5892), by script; the first script looks like Latin. */
const scripts = [
  'асеорхуіјѕԁһո',
  'бвгджзиклмнптфцчшщыэюя',
  'αβγδεζηθικλμνξοπρτυφχψω',
  'äöüéèñçåøæœšžłđ',
  '日本語中国東京大阪漢字',
  'ひらがなカタカナ',
  '한국어도메인',
  'ไทย',
];

/** Scripts with capital letters, which mean the same as the small letters. */
const cased = scripts.slice(0, 4);

const asciiLabel: fc.Arbitrary<AddressPart> = fc
  .tuple(
    pick(lettersAndDigits),
    fc.array(pick(`${lettersAndDigits}-`), { maxLength: 15 }),
    pick('abcxyzABC'),
  )
  .map(([first, middle, last]) => [first, ...middle, last].join(''))
  // Only an A-label may have hyphens as its third and fourth characters (RFC 5891 §4.2.3.1).
  .filter((text) => text.slice(2, 4) !== '--')
  .map((text) => ({ text, means: text.toLowerCase() }));

/** Labels with at least one letter beyond ASCII, some of which look like Latin. */
const uLabel: fc.Arbitrary<AddressPart> = fc
  .constantFrom(...scripts)
  .chain((script) =>
    fc.tuple(
      fc.constant(script),
      pick(script),
      fc.array(fc.oneof(pick(script), pick('abcdefghijklmnopqrstuvwxyz')), { maxLength: 8 }),
      fc.constantFrom('small', 'small', 'capital', 'converted'),
    ),
  )
  .map(([script, first, rest, how]) => {
    const small = [first, ...rest].join('');
    const means = `xn--${punycode.encode(small)}`;
    if (how === 'converted') return { text: means, means };
    const capital = how === 'capital' && cased.includes(script);
    return { text: capital ? small.toUpperCase() : small, means };
  });

const label = weighted([3, asciiLabel], [2, uLabel]);

/** Valid host names: they mean their A-labels in lower case. */
export const domain: fc.Arbitrary<AddressPart> = fc
  .array(label, { minLength: 2, maxLength: 4 })
  .map((labels) => ({
    text: labels.map(({ text }) => text).join('.'),
    means: labels.map(({ means }) => means).join('.'),
  }))
  .filter(({ means }) => means.length <= 180);

const control = fc.oneof(
  pick('\0\b\t\n\v\f\r\u001b\u007f\u0080\u0085\u009f\u2028\u2029'),
  fc.constantFrom('\r\n', '\r\nBcc: eve@evil.example', '\n\n<html>', '%0d%0a\r'),
);

const a = (count: number) => 'a'.repeat(count);

/** Invalid addresses. `{l}` and `{d}` are a valid local part and domain, `{n}` is the local part without its @. */
const invalid = `
  {l}@@{d} | {l}@a.example@{d} | @{d} | ""@{d} | {l}@ | {n} | {l}@localhost | {l}@.{d} |
  {l}@{d}. | {l}@a..{d} | {l}@-a.{d} | {l}@a-.{d} | {l}@${a(64)}.{d} | {l}@{d}.123 |
  {l}@192.0.2.1 | {l}@[192.0.2.1] | {l}@[IPv6:2001:db8::1] | {l}@a_b.{d} | {l}@{d}/x |
  {l}@{d}(comment) | {l}@(comment){d} | (comment){l}@{d} | {l}@ {d} | {l}@%65.{d} | {l}@ａｂ.{d} |
  {l}@a\u200db.{d} | {l}@a\u202eb.{d} | {l}@a\u00adb.{d} | {l}@😀.{d} | {l}@xn--99999999.{d} |
  {l}@a。{d} | {l}@\ud800.{d} | ${a(65)}@{d} | .a@{d} | a.@{d} | a..b@{d} | a b@{d} | a"b@{d} |
  "a"b"@{d} | "a\\"@{d} | "ab@{d} | "a".b@{d} | a\\b@{d} | аda@{d} | "é"@{d} | a\ud800@{d} |
  a;b@{d} | a:b@{d} | group: {l}@{d}; | mailto:{l}@{d} | <{l}@{d} | {l}@{d}> | <<{l}@{d}>> |
  Name {l}@{d} | Name, other <{l}@{d}> | Name <{l}@{d}> other | Name <@relay.example:{l}@{d}> |
  a@b.example <{l}@{d}> | "Name <{l}@{d}> | "Na"me <{l}@{d}> | Na(me) <{l}@{d}> |
  ${'n'.repeat(101)} <{l}@{d}> | <{l}@{d}>, <{l}@{d}>;
`
  .trim()
  .split(/\s+\|\s+/);

type PatternParts = Record<'l' | 'd' | 'n', string>;

/** Inserts a control character, but not at the ends, where it could count as space. */
function insert(text: string, other: string, at: number): string {
  const place = 1 + (at % Math.max(1, text.length - 1));
  return text.slice(0, place) + other + text.slice(place);
}

/** Texts that are not exactly one mailbox. */
export const invalidMailbox: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('control', ...invalid, '', ' ', '<>', 'null', '{{to}}'),
    localPart,
    domain,
    control,
    fc.nat(1000),
  )
  .map(([pattern, { text: l }, { text: d }, other, at]) => {
    if (pattern === 'control') return insert(`${l}@${d}`, other, at);
    const parts: PatternParts = { l, d, n: l.replaceAll('@', '') };
    return pattern.replace(/\{([ldn])\}/g, (_, part: keyof PatternParts) => parts[part]);
  });
