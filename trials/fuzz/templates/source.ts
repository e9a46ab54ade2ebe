import fc from 'fast-check';
import { joined, weighted, words } from '../draw.ts';
import { colons, entityBeginnings, noWhiteSpace, spaceEntities, whiteSpace } from './pieces.ts';

const name = fc.constantFrom('a', 'b', 'c', 'a.b', 'l', 'o.p', '.', 'constructor', '__proto__');

/** Contents of tags: valid ones, and some that parsers have read wrongly. */
const inside = fc.oneof(
  name,
  fc
    .tuple(name, fc.constantFrom('|', '|x', '| <b>x</b> ', '|https://a.example', '|a|b', '|{'))
    .map(([variable, fallback]) => variable + fallback),
  fc.constantFrom('', ' ', '!', '>a', '=<% %>=', 'a b', '"', '|', '..', 'a.', '\u0000', '\ud800'),
);

const sigil = fc.constantFrom('', '', '', '#', '^', '/', '&', '!', ' # ', '{', '%');

const tag = fc
  .tuple(sigil, inside, fc.constantFrom('}}', '}}', '}}', '}}', '}}}', '}', ''))
  .map(([sign, content, close]) => `{{${sign}${content}${sign === '{' ? '}' : ''}${close}`);

const plainMarkup = fc.constantFrom(
  ...['<p>', '</p>', '<a href="', "<a href='", '<img src=', '<p style="color:'],
  ...words('url( )'),
  '<td width=',
  ...words(`" ' > < </ /> = <style> </style> <script> </script> <title> </title> <textarea>`),
  ...words('</textarea> <!-- --> -'),
  ...['<!--[if mso]>', '<![endif]-->', '<!-->', '<!doctype html>'],
  ...words('<svg> </svg> <math> <select> <noscript> </noscript> <![CDATA[ ]]>'),
  '<set to="',
  ...words('values=" onclick=" javascript: https:// / &amp; &#123; { } x é 😀'),
  ...'\u0000\ufdd0',
);

/** Pieces of HTML that open and close the contexts in which a tag can be (an attribute, a style), in any order. */
const markup = weighted(
  [8, plainMarkup],
  [2, fc.constantFrom(...whiteSpace, ...colons)],
  [1, fc.constantFrom(...noWhiteSpace, ...entityBeginnings, ...spaceEntities)],
);

const soundTag = fc.constantFrom(
  ...['{{a}}', '{{b|x}}', '{{a.b}}', '{{{c|}}}', '{{! x }}', '{{o.p|}}', '{{%a}}', '{{%o.p|}}'],
);

/** Generates a source of balanced sections, with pieces of `leaf` in and between them. */
function sections(leaf: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ list: string; piece: string; section: string }>((tie) => ({
    list: joined(tie('piece'), { maxLength: 8 }),
    piece: fc.oneof({ maxDepth: 4 }, leaf, tie('section')),
    section: fc
      .tuple(fc.constantFrom('#', '^'), fc.constantFrom('l', 'o', 'a', 'n'), tie('list'))
      .map(([sign, variable, content]) => `{{${sign}${variable}}}${content}{{/${variable}}}`),
  })).list;
}

/** Generates templates that are broken on purpose: valid and broken parts, cut and repeated. */
export const hostileSource: fc.Arbitrary<string> = fc.oneof(
  joined(fc.oneof(tag, markup), { maxLength: 24 }),
  fc
    .tuple(sections(fc.oneof(soundTag, markup, tag)), fc.nat(), fc.nat())
    .map(([source, from, to]) => source.slice(from % 5, source.length - (to % 5))),
  fc
    .tuple(fc.array(fc.oneof(tag, markup), { minLength: 1, maxLength: 5 }), fc.nat(2000))
    .map(([pieces, times]) => pieces.join('').repeat(times)),
);

/** A template whose tags are valid, at any place. */
export const soundTags: fc.Arbitrary<string> = sections(
  // Without single braces: a brace in front of a tag would become a part of the tag.
  fc.oneof(
    soundTag,
    markup.filter((piece) => piece !== '{' && piece !== '}'),
  ),
);

const valuePieces = words('{{a}} {{ javascript: data: url( /* */ -- ; \\');

/** A value that the template's author did not expect. */
export const hostileText = fc.oneof(
  joined(fc.oneof(markup, fc.constantFrom(...valuePieces, '\t')), { maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('red', '#fff', '12px', 'https://a.example/', '/a', 'cid:a', ''),
);

const hostileValue = fc.oneof(hostileText, fc.double(), fc.boolean(), fc.constant(null));

/** Variables with the names that the sources above use, and values of any type. */
export const hostileVariables: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    a: fc.oneof(hostileValue, fc.record({ b: hostileValue }), fc.constant([])),
    b: hostileValue,
    c: hostileValue,
    l: fc.oneof(
      fc.array(fc.oneof(hostileValue, fc.record({ a: hostileValue })), { maxLength: 3 }),
      hostileValue,
    ),
    n: fc.constantFrom(0, 1, '', 'x'),
    o: fc.record({ p: hostileValue }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
