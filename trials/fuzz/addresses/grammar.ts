import fc from 'fast-check';
import punycode from 'punycode.js';

/** A part of an address as it is written, and as it must come out; null where it must be refused. */
export interface Part {
  text: string;
  means: string | null;
}

const pick = (characters: string) => fc.constantFrom(...characters);

const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** RFC 5322 §3.2.3. */
const atom = fc
  .array(pick(`${lettersAndDigits}!#$%&'*+-/=?^_\`{|}~`), { minLength: 1, maxLength: 20 })
  .map((characters) => characters.join(''));

/** RFC 5321 §4.1.2, without the @, which is refused in quotes too. */
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

/** Local parts that are valid: they mean themselves, to the letter. */
export const localPart: fc.Arbitrary<Part> = fc
  .oneof({ weight: 3, arbitrary: dotted }, { weight: 2, arbitrary: quotedContent })
  .filter((text) => text.length <= 64)
  .map((text) => ({ text, means: text }));

/** Letters that are themselves in IDNA (RFC 5892), script by script; those of the first look like Latin ones. */
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

/** Letters of scripts that have capitals, which mean the small ones. */
const cased = scripts.slice(0, 4);

const asciiLabel: fc.Arbitrary<Part> = fc
  .tuple(
    pick(lettersAndDigits),
    fc.array(pick(`${lettersAndDigits}-`), { maxLength: 15 }),
    pick('abcxyzABC'),
  )
  .map(([first, middle, last]) => [first, ...middle, last].join(''))
  // What begins like an A-label must be one, and no other label may look like it (RFC 5891 §4.2.3.1).
  .filter((text) => text.slice(2, 4) !== '--')
  .map((text) => ({ text, means: text.toLowerCase() }));

/** With one letter at least that is not ASCII: a homograph, or an honest name. */
const uLabel: fc.Arbitrary<Part> = fc
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

const label = fc.oneof({ weight: 3, arbitrary: asciiLabel }, { weight: 2, arbitrary: uLabel });

/** Host names that are valid: they mean their A-labels in lower case. */
export const domain: fc.Arbitrary<Part> = fc
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

type Mutation = (parts: [local: string, domain: string], other: string, at: number) => string;

const a = (count: number) => 'a'.repeat(count);

/** Ways to make a valid address invalid, whatever it is. `other` is a control character. */
const mutations: Mutation[] = [
  ([local, host], other, at) => insert(`${local}@${host}`, other, at),
  ([local, host]) => `${local}@@${host}`,
  ([local, host]) => `${local}@a.example@${host}`,
  ([, host]) => `@${host}`,
  ([, host]) => `""@${host}`,
  ([local]) => `${local}@`,
  ([local]) => local.replaceAll('@', ''),
  ([local]) => `${local}@localhost`,
  ([local, host]) => `${local}@.${host}`,
  ([local, host]) => `${local}@${host}.`,
  ([local, host]) => `${local}@a..${host}`,
  ([local, host]) => `${local}@-a.${host}`,
  ([local, host]) => `${local}@a-.${host}`,
  ([local, host]) => `${local}@${a(64)}.${host}`,
  ([local, host]) => `${local}@${host}.123`,
  ([local]) => `${local}@192.0.2.1`,
  ([local]) => `${local}@[192.0.2.1]`,
  ([local]) => `${local}@[IPv6:2001:db8::1]`,
  ([local, host]) => `${local}@a_b.${host}`,
  ([local, host]) => `${local}@${host}/x`,
  ([local, host]) => `${local}@${host}(comment)`,
  ([local, host]) => `${local}@(comment)${host}`,
  ([local, host]) => `(comment)${local}@${host}`,
  ([local, host]) => `${local}@ ${host}`,
  ([local, host]) => `${local}@%65.${host}`,
  ([local, host]) => `${local}@ａｂ.${host}`,
  ([local, host]) => `${local}@a\u200db.${host}`,
  ([local, host]) => `${local}@a\u202eb.${host}`,
  ([local, host]) => `${local}@a\u00adb.${host}`,
  ([local, host]) => `${local}@😀.${host}`,
  ([local, host]) => `${local}@xn--99999999.${host}`,
  ([local, host]) => `${local}@a。${host}`,
  ([local, host]) => `${local}@\ud800.${host}`,
  ([, host]) => `${a(65)}@${host}`,
  ([, host]) => `.a@${host}`,
  ([, host]) => `a.@${host}`,
  ([, host]) => `a..b@${host}`,
  ([, host]) => `a b@${host}`,
  ([, host]) => `a"b@${host}`,
  ([, host]) => `"a"b"@${host}`,
  ([, host]) => `"a\\"@${host}`,
  ([, host]) => `"ab@${host}`,
  ([, host]) => `"a".b@${host}`,
  ([, host]) => `a\\b@${host}`,
  ([, host]) => `аda@${host}`,
  ([, host]) => `"é"@${host}`,
  ([, host]) => `a\ud800@${host}`,
  ([, host]) => `a;b@${host}`,
  ([, host]) => `a:b@${host}`,
  ([local, host]) => `group: ${local}@${host};`,
  ([local, host]) => `mailto:${local}@${host}`,
  ([local, host]) => `<${local}@${host}`,
  ([local, host]) => `${local}@${host}>`,
  ([local, host]) => `<<${local}@${host}>>`,
  ([local, host]) => `Name ${local}@${host}`,
  ([local, host]) => `Name, other <${local}@${host}>`,
  ([local, host]) => `Name <${local}@${host}> other`,
  ([local, host]) => `Name <@relay.example:${local}@${host}>`,
  ([local, host]) => `a@b.example <${local}@${host}>`,
  ([local, host]) => `"Name <${local}@${host}>`,
  ([local, host]) => `"Na"me <${local}@${host}>`,
  ([local, host]) => `Na(me) <${local}@${host}>`,
  ([local, host]) => `${'n'.repeat(101)} <${local}@${host}>`,
  ([local, host]) => `<${local}@${host}>, <${local}@${host}>;`,
  () => '',
  () => ' ',
  () => '<>',
  () => 'null',
  () => '{{to}}',
];

/** A control character is refused wherever it stands; but at the ends it might be taken for space. */
function insert(text: string, other: string, at: number): string {
  const place = 1 + (at % Math.max(1, text.length - 1));
  return text.slice(0, place) + other + text.slice(place);
}

/** Texts that are no one mailbox. */
export const invalidMailbox: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...mutations), localPart, domain, control, fc.nat(1000))
  .map(([mutate, local, host, other, at]) => mutate([local.text, host.text], other, at));
