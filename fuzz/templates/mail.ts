import fc from 'fast-check';
import { inSection, mailVariables, sometimesInSection } from './sections.ts';

const plainValue = fc.constantFrom('{{a}}', '{{b|x}}', '{{o.p|}}', '{{a}}{{b|y}}', 'x', '');

const value = fc.oneof(
  { weight: 3, arbitrary: plainValue },
  { weight: 2, arbitrary: sectionOf(plainValue) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{{#l}}{{.}}{{/l}}', '{{#l}}{{.}} {{/l}}{{^l}}{{a}}{{/l}}'),
  },
);

const word = fc.constantFrom('Hello ', 'and', ' 1 < 2 ', '&amp;', '"', "'", '\n', ' - ');

const attribute = fc
  .tuple(
    fc.constantFrom(
      ['href', ''],
      ['href', ' '],
      ['href', 'https://a.example/'],
      ['href', 'mailto:'],
      ['href', 'pa'],
      ['href', 'java'],
      ['src', ''],
      ['src', 'cid:'],
      ['alt', ''],
      ['title', 'a '],
      ['style', ''],
      ['style', 'color:'],
      ['style', 'a:rgb('],
      ['style', 'background:url('],
      ['style', "font:12px/1 'A', "],
    ),
    value,
    fc.constantFrom('', ' ', 'x', '/x', ')', ';a:b', ':x'),
    fc.constantFrom('"', "'"),
    sometimesInSection,
    plainValue,
  )
  .filter(([[, before = ''], , , quote]) => !before.includes(quote))
  .map(([[name, before = ''], inner, after, quote, write, instead]) => ({
    name,
    text: ` ${name}=${quote}${write(before, instead)}${inner}${after}${quote}`,
  }));

const attributes = fc
  .tuple(
    fc.uniqueArray(attribute, { maxLength: 3, selector: ({ name }) => name }),
    fc.array(sometimesInSection, { minLength: 3, maxLength: 3 }),
  )
  .map(([all, writes]) =>
    all.map(({ text }, index) => writes[index]?.(text, ' class="x"') ?? text).join(''),
  );

const place = fc
  .tuple(
    fc.constantFrom<(inner: string) => string>(
      (inner) => `<!-- ${inner} -->`,
      (inner) => `<style>p { color: ${inner}; } </style>`,
      (inner) => `<title>${inner}</title>`,
      (inner) => `<img src="${inner}" alt="${inner}">`,
      (inner) => `<!--[if mso]><a href="${inner}">x</a><![endif]-->`,
      (inner) => `<!--[if !mso]><!--><i>${inner}</i><!--<![endif]-->`,
    ),
    value,
  )
  .map(([write, inner]) => write(inner));

const opening = fc.constantFrom('title="', 'href="', 'src="', 'style="color:');

/** A section that goes on from one attribute to another: what is behind it may be in either. */
const passage = fc
  .tuple(inSection, opening, opening, value, value, plainValue)
  .map(([write, from, to, inner, instead, after]) => {
    return `<a ${from}${write(`${inner}" ${to}`, instead)}${after}">x</a>`;
  });

/** A mail as authors write them, with placeholders wherever one may stand. */
export const mailSource: fc.Arbitrary<string> = fc.letrec<{
  content: string;
  piece: string;
  element: string;
}>((tie) => ({
  content: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { maxDepth: 3 },
    { weight: 1, arbitrary: word },
    { weight: 2, arbitrary: value },
    { weight: 2, arbitrary: place },
    { weight: 1, arbitrary: passage },
    { weight: 3, arbitrary: tie('element') },
    { weight: 3, arbitrary: sectionOf(tie('content')) },
  ),
  element: fc
    .tuple(fc.constantFrom('p', 'a', 'td', 'b', 'div', 'textarea'), attributes, tie('content'))
    .map(([name, written, inner]) => `<${name}${written}>${inner}</${name}>`),
})).content;

function sectionOf(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(inSection, inner, inner).map(([write, one, other]) => write(one, other));
}

/** What ends or begins something in HTML, in a style or in an address; and what is in nobody's way. */
const enemyText = fc
  .array(
    fc.constantFrom(
      ...['"', "'", '<', '>', '&', ';', ':', '{', '}', '(', ')', '\\', '/', '=', ' ', '\t'],
      ...[
        'x',
        'red',
        'java',
        'javascript',
        'script:',
        'data:',
        'url(',
        '/*',
        '-->',
        '<b>',
        '</style>',
      ],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pieces) => pieces.join(''));

const enemyValue = fc.oneof(
  enemyText,
  fc.constantFrom('x', 'red', '/a', '12px', 'https://a.example'),
);

/** Values for every placeholder of `mailSource`, so that it is printed unless it is refused. */
export const enemyVariables = mailVariables(enemyValue);
