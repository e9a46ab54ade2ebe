import fc from 'fast-check';

const value = fc.constantFrom(
  '{{a}}',
  '{{b|x}}',
  '{{o.p|}}',
  '{{a}}{{b|y}}',
  '{{#l}}{{.}}{{/l}}',
  'x',
  '',
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
    fc.constantFrom('', ' ', 'x', '/x', ')', ';a:b'),
    fc.constantFrom('"', "'"),
    fc.boolean(),
  )
  .filter(([[, before = ''], , , quote]) => !before.includes(quote))
  .map(([[name, before], placeholder, after, quote, isOptional]) => {
    const written = ` ${name}=${quote}${before}${placeholder}${after}${quote}`;
    return isOptional ? `{{#n}}${written}{{/n}}` : written;
  });

/** A mail as authors write them, with placeholders wherever one may stand. */
export const mailSource: fc.Arbitrary<string> = fc.letrec<{
  content: string;
  piece: string;
  element: string;
}>((tie) => ({
  content: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { maxDepth: 3 },
    value,
    word,
    tie('element'),
    value.map((inner) => `<!-- ${inner} -->`),
    value.map((inner) => `<style>p { color: ${inner}; } </style>`),
    value.map((inner) => `<title>${inner}</title>`),
    value.map((inner) => `<img src="${inner}" alt="${inner}">`),
    value.map((inner) => `<!--[if mso]><a href="${inner}">x</a><![endif]-->`),
    value.map((inner) => `<!--[if !mso]><!--><i>${inner}</i><!--<![endif]-->`),
    tie('content').map((inner) => `{{#n}}${inner}{{/n}}{{^n}}x{{/n}}`),
  ),
  element: fc
    .tuple(
      fc.constantFrom('p', 'a', 'td', 'b', 'div', 'textarea'),
      fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => text.split('=')[0] }),
      tie('content'),
    )
    .map(([name, attributes, inner]) => `<${name}${attributes.join('')}>${inner}</${name}>`),
})).content;

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
export const enemyVariables = fc.record({
  a: enemyValue,
  b: enemyValue,
  o: fc.record({ p: enemyValue }),
  l: fc.array(enemyValue, { maxLength: 2 }),
  n: fc.boolean(),
});
