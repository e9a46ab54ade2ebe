import fc from 'fast-check';
import { weighted, words } from '../draw.ts';

/** JSON texts that no serialiser writes: objects may repeat a key, and some texts are not valid JSON. */
export type JsonText = fc.Arbitrary<string>;

/** Numbers at the limits of doubles, integers and parsers. Those of the last line are not valid JSON. */
const numbers = [
  ...words('0 -0 -0.0 1e-400 1e400 -1e400 5e-324 1.7976931348623157e308'),
  ...words('9007199254740993 -9007199254740993 18446744073709551616 0.1 1E+2 1e1000000'),
  ...words(`1${'0'.repeat(400)} 0.${'3'.repeat(2000)} 2147483648 4294967296`),
  ...words('01 .5 1. +1 0x10 1e NaN Infinity - 1_000 ٣'),
];

/** Texts with a special meaning for some program between the caller and the recipient. */
export const loadedTexts = [
  '',
  ' ',
  '\0',
  '\r\nBcc: eve@evil.example',
  ...'\n\t\u2028\u0085',
  '\u001b[31m',
  ...words('{{name}} {{{name}}} {{#a}} {{/a}} {{name| }} {{>partial}}'),
  '{{=<% %>=}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  ...words('javascript:alert(1) --> __proto__ constructor prototype toString hasOwnProperty'),
  ...words('length then $context.requestId $input.body ${7*7} %s%n ../../etc/passwd'),
  "' OR 1=1 --",
  ...['\ud800', '\udfff\ud800', '\ufeff', '\uffff', '😀'.repeat(40), 'é'.repeat(300)],
  ...words('İ ß ﬁ e\u0301 \u202eabc \u200b'),
  'x'.repeat(5000),
  '﷽'.repeat(100),
  ...words('T#owned R#owned#1 true null 1 [] {} undefined =?utf-8?q?a?= a@b CON * .'),
];

/** A text as a JSON string, with more escapes than needed, or fewer. */
export const anyText: JsonText = fc
  .tuple(
    fc.oneof(fc.constantFrom(...loadedTexts), fc.string({ unit: 'binary', maxLength: 20 })),
    weighted([30, fc.constant('plain')], [8, fc.constant('escaped')], [1, fc.constant('raw')]),
  )
  .map(([text, how]) => {
    if (how === 'raw') return `"${text}"`;
    return how === 'plain' ? JSON.stringify(text) : `"${escaped(text)}"`;
  });

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const oddKeys = words('__proto__ constructor toString a.b .');

export const key: JsonText = weighted(
  [4, fc.constantFrom(...['a', 'name', 'list', 'order'].map(quoted))],
  [2, fc.constantFrom(...oddKeys.map(quoted))],
  [1, anyText],
);

export function quoted(text: string): string {
  return JSON.stringify(text);
}

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText,
    fc.constantFrom('true', 'false', 'null', ...numbers.slice(0, 18)),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 5 })
    .map((pairs) => `{${pairs.map(([name, each]) => `${name}:${each}`).join(',')}}`),
}));

/** Depths, widths and lengths around every limit and beyond it. */
const extreme = fc.oneof(
  fc.constantFrom(28, 29, 30, 31, 32, 33, 1000, 100_000).map((deep) => nested('[', '', ']', deep)),
  fc.constantFrom(28, 30, 31, 5000).map((deep) => nested('{"a":', '1', '}', deep)),
  fc.constantFrom(1000, 20_000).map((wide) => `[${'0,'.repeat(wide)}0]`),
  fc.constantFrom(1000, 10_000).map(wideObject),
  fc.constantFrom(1000, 200_000, 1_048_576).map((length) => quoted('x'.repeat(length))),
  fc.constantFrom('[[[', '{"a":', '"', '"\\', '"\\u12', 'nul', '[1,]', '{,}', '//', "'a'", '\0'),
  fc.constantFrom(...numbers),
);

/** Any JSON value, or a text that looks like one and is not valid. */
export const anyValue: JsonText = weighted([60, value], [1, extreme]);

function nested(open: string, inner: string, close: string, levels: number): string {
  return open.repeat(levels) + inner + close.repeat(levels);
}

function wideObject(count: number): string {
  const pairs = Array.from({ length: count }, (_, at) => `"k${at}":${at}`);
  return `{${pairs.join(',')}}`;
}
