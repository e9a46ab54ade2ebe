import fc from 'fast-check';
import { weighted } from '../draw.ts';
import { colons, entityBeginnings, noWhiteSpace, spaceEntities, whiteSpace } from './pieces.ts';
import { plainValue, sometimesInSection, value } from './sections.ts';

/** An attribute as it is written, and its name: an element has each name once. */
type Attribute = { readonly name: string; readonly text: string };

const ordinary = fc
  .tuple(
    fc.constantFrom(
      ...['', ' ', 'https://a.example/', 'mailto:', 'pa', 'java'].map((text) => ['href', text]),
      ...['', 'cid:'].map((text) => ['src', text]),
      ['alt', ''],
      ['title', 'a '],
      ...['', 'color:', 'a:rgb(', 'background:url(', "font:12px/1 'A', "].map((text) => {
        return ['style', text];
      }),
    ),
    value,
    fc.constantFrom('', ' ', 'x', '/x', ')', ';a:b', ':x'),
    fc.constantFrom('"', "'"),
    sometimesInSection,
    plainValue,
  )
  .filter(([[, before = ''], , , quote]) => !before.includes(quote))
  .map(([[name = '', before = ''], inner, after, quote, write, instead]) => ({
    name,
    text: ` ${name}=${quote}${write(before, instead)}${inner}${after}${quote}`,
  }));

/** The beginning of an address, before its first placeholder. */
const beginning = fc.oneof(
  fc.constant(''),
  fc.constantFrom('https://a.example/?a=', 'tel:', 'java', '&#106;ava', 'java&Tab;', '/', '?', '#'),
  fc.constantFrom('https&colon;//a.example/', 'data:image/png;base64,', 'data:', ...spaceEntities),
);

/** Text between two placeholders of an address. */
const between = fc.oneof(
  fc.constantFrom('', '/', '?x=', '?a=1&b=', '&amp;c=', '&utm=', '&copy=', '#', '@', '.'),
  fc.constantFrom('&amp;', '&', ...spaceEntities, ...entityBeginnings, ...colons),
);

/** An address with several placeholders, as links with queries have. */
export const address = fc
  .tuple(
    beginning,
    fc.constantFrom(
      '{{a}}',
      '{{a|x}}',
      '{{a}}{{b}}',
      '{{#n}}{{a}}{{/n}}',
      '{{#l}}{{.}}{{/l}}',
      '{{%a}}',
    ),
    between,
    fc.constantFrom('{{b}}', '{{o.p}}', '{{b|x}}', '{{#n}}{{b}}{{/n}}', '', '{{%b}}'),
    between,
    fc.constantFrom('', '', '{{a}}', '{{o.p}}', 'x', '{{%o.p}}'),
  )
  .map((parts) => parts.join(''));

const addressed = fc
  .tuple(
    fc.constantFrom(...['href', 'href', 'HREF', 'xlink:href', 'src', 'action', 'background']),
    address,
    fc.constantFrom('"', "'"),
  )
  .map(([name, inner, quote]) => ({
    name: name.toLowerCase(),
    text: ` ${name}=${quote}${inner}${quote}`,
  }));

/** Text at places where only HTML's white space is allowed. */
const space = weighted(
  [3, fc.constantFrom('', ...whiteSpace)],
  [1, fc.constantFrom(...noWhiteSpace, '/', '&#32;')],
);

/** An attribute after another one: the text between them decides whether it is a separate attribute. */
const spaced = fc
  .tuple(
    fc.constantFrom('', 'width=9', 'width="9"', "width='9'", 'hidden'),
    space,
    fc.constantFrom('alt', 'title', 'ALT'),
    space,
    space,
    fc.constantFrom('"', "'"),
    plainValue,
  )
  .map(([first, behind, name, before, after, quote, inner]) => ({
    name: 'alt',
    text: ` ${first}${behind}${name}${before}=${after}${quote}${inner}${quote}`,
  }));

const attribute: fc.Arbitrary<Attribute> = weighted([3, ordinary], [2, addressed], [1, spaced]);

/** The attributes of an element, each of which may be in a section. */
export const attributes: fc.Arbitrary<string> = fc
  .tuple(
    fc.uniqueArray(attribute, { maxLength: 3, selector: ({ name }) => name }),
    fc.array(sometimesInSection, { minLength: 3, maxLength: 3 }),
  )
  .map(([all, writes]) =>
    all.map(({ text }, index) => writes[index]?.(text, ' class="x"') ?? text).join(''),
  );
