import fc from 'fast-check';
import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';
import { expect, test } from '../../../jest.ts';
import { missingNames, renderHtml, renderSubject, storedTemplate } from './rendering.ts';

test.each<[object, Record<string, unknown>, string[]]>([
  [
    { subject: '{{ a.b }}', html: '{{order}} {{a.b}} {{{c}}} {{order}}' },
    {},
    ['a.b', 'order', 'c'],
  ],
  [{ html: '{{a}}' }, { a: null }, ['a']],
  [{ html: '{{#items}}{{price}}{{/items}}' }, { items: [{}, {}] }, ['price']],
])(
  'all missing required variables of %j are reported by name at once, as written',
  (source, data, names) => {
    expect(missingNames(source, data)).toEqual(names);
  },
);

test('a variable with a default is not required, nor is one in a section that is not entered', () => {
  expect(renderHtml('{{a|x}}{{b|}}!')).toBe('x!');
  expect(renderHtml('{{#a}}{{b}}{{/a}}{{^c}}-{{/c}}{{#d}}{{e}}{{/d}}', { d: [] })).toBe('-');
});

test('a required variable of the text is reported with those of the subject and the HTML', async () => {
  const template = storedTemplate({ subject: '{{a}}', html: '{{b}}', text: '{{a}} {{c}}' });

  expect(await renderMail(template, {})).toEqual({ outcome: 'missing', names: ['a', 'b', 'c'] });
});

test.each([
  ['', '[]'],
  [0, '[0]'],
  [-1.5, '[-1.5]'],
  [1e21, '[1e+21]'],
  [false, '[false]'],
  [true, '[true]'],
  ['text', '[text]'],
])('a given variable prints %j as JavaScript does, not the default', (value, expected) => {
  expect(renderHtml('[{{a|default}}]', { a: value })).toBe(expected);
  expect(renderHtml('[{{{a|default}}}]', { a: value })).toBe(expected);
});

test.each([
  [[1], 'an array'],
  [{}, 'an object'],
])('a given variable that is %j is refused if it would be printed', (value, found) => {
  const template = storedTemplate({ html: '{{#order}}{{items|none}}{{/order}}' });
  expect(() => renderContent(template, { order: { items: value } })).toThrow(
    expect.objectContaining({
      code: 'wrongType',
      message: `items must be a string, number or boolean, found ${found}`,
    }),
  );
});

test('an object is refused if it would be printed as the current item', () => {
  const render = () => renderHtml('{{#items}}{{.}}{{/items}}', { items: [{ a: 1 }] });

  expect(render).toThrow('{{.}} must be a string, number or boolean, found an object');
});

test.each<[string, Record<string, unknown>, string]>([
  ['{{a|  <b>Tom</b> & "Co"\n }}', {}, '<b>Tom</b> & "Co"'],
  ['{{a|b|c}}{{ d |}}', {}, 'b|c'],
  ['{{{a|<i>x</i>}}}{{&b|<i>y</i>}}{{{c|}}}', {}, '<i>x</i><i>y</i>'],
  ['{{#l}}{{.|-}}{{a.b|+}}{{/l}}', { l: ['x', null] }, 'x+-+'],
])(
  'a default is printed as it is written after its pipe, not escaped, without the spaces around it: %s',
  (html, data, printed) => {
    expect(renderHtml(html, data)).toBe(printed);
  },
);

test.each(['/', '#', '^', '>', '&', '=', '!', 'a/b#c'])('a default may be %s', (text) => {
  expect(renderHtml(`{{a|${text}}}{{b| ${text} }}`)).toBe(text + text);
});

test('escaping replaces & < > " \' { } in HTML and nothing else, and does not touch raw placeholders', () => {
  expect(renderHtml('{{{a}}}{{&a}}{{& a }}', { a: '<b>&</b>' })).toBe('<b>&</b>'.repeat(3));
  expect(renderHtml('{{a}}', { a: `&<>"'{}/=\`` })).toBe('&amp;&lt;&gt;&quot;&#39;&#123;&#125;/=`');
});

test('values are not escaped in the subject and in the text', async () => {
  const text = '{{a}} {{{a}}} {{b|<i>}}';
  const template = storedTemplate({ subject: '{{a}}', html: '-', text });

  expect(await renderMail(template, { a: '<{{"&"}}>' })).toEqual({
    outcome: 'rendered',
    subject: '<{{"&"}}>',
    html: '-',
    text: '<{{"&"}}> <{{"&"}}> <i>',
  });
});

test.each([
  ['{{{a}}}', { a: 'x{{name}}y' }, 'x&#123;&#123;name}}y'],
  ['{{{a}}}{{{b}}}', { a: '{', b: '{' }, '{&#123;'],
  ['{{{a}}}{{{b}}}{{{c}}}', { a: 'x{', b: '', c: '{y' }, 'x{&#123;y'],
  ['{{{a}}}{x}', { a: '{' }, '{&#123;x}'],
  ['{{b|{}}{x}', {}, '{&#123;x}'],
  ['{{b|{}}{{c|{}}', {}, '{&#123;'],
  ['{{{a}}}{{! comment }}{', { a: '{' }, '{&#123;'],
  ['{{#l}}{{{.}}}{{/l}}', { l: ['{', '{', '{'] }, '{&#123;{'],
  ['{{{a}}}', { a: '{{{' }, '&#123;&#123;{'],
  ['{{{a}}}{{b}}', { a: '{', b: '{' }, '{&#123;'],
  ['{{{a}}} {', { a: '{' }, '{ {'],
])('two opening braces never meet in the HTML: %s with %j', (html, variables, expected) => {
  expect(renderHtml(html, variables)).toBe(expected);
});

test('the HTML never has two opening braces, whatever the values are', () => {
  const piece = fc.constantFrom('{', '}', 'a', '{{', ' ', '');
  const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  const tag = fc.constantFrom('{{{a}}}', '{{b}}', '{{&c}}', '{{d|{}}', '{{d|x{y}}', '{x', '}', '-');
  const template = fc
    .array(tag, { maxLength: 8 })
    .map((tags) => tags.join(' ').replaceAll(' ', ''));

  fc.assert(
    fc.property(template, fc.record({ a: value, b: value, c: value }), (html, variables) => {
      fc.pre(isSound(html));
      expect(renderHtml(html, variables)).not.toContain('{{');
    }),
    { numRuns: 500 },
  );
});

test('two opening braces are printed as they are in a subject', () => {
  expect(renderSubject('{{a}}{{{b}}}', { a: '{', b: '{{x}}' })).toBe('{{{x}}');
});

test('two opening braces that are written as entities are text, never a placeholder', () => {
  expect(renderHtml('&#123;&#123;x&#125;&#125;')).toBe('&#123;&#123;x&#125;&#125;');
});

/** Whether a template can be saved. A brace directly before a tag makes it another tag, which may be refused. */
function isSound(html: string): boolean {
  try {
    storedTemplate({ html });
    return true;
  } catch {
    return false;
  }
}

test.each([false, null, undefined, [], '', 0])('a section is skipped for %j', (value) => {
  expect(renderHtml('{{#a}}x{{/a}}{{^a}}y{{/a}}', { a: value })).toBe('y');
});

test.each([true, [0], {}, 'false', '0', 1, -1])('a section is entered for %j', (value) => {
  expect(renderHtml('{{#a}}x{{/a}}{{^a}}y{{/a}}', { a: value })).toBe('x');
});

test.each<[string, string, Record<string, unknown>, string]>([
  ['each item of an array', '{{#l}}({{n}}){{/l}}', { l: [{ n: 1 }, { n: 2 }] }, '(1)(2)'],
  ['an object, inside its context', '{{#a}}{{b}}{{c}}{{/a}}', { a: { b: 1 }, b: 2, c: 3 }, '13'],
  ['an object, which hides by null', '{{#a}}{{b|no}}{{/a}}', { a: { b: null }, b: 1 }, 'no'],
  ['a string and a number', '{{#a}}{{.}}{{#b}}{{.}}{{a}}{{/b}}{{/a}}', { a: 'x', b: 7 }, 'x7x'],
  ['true, in the outer context', '{{#l}}{{#t}}{{.}}{{/t}}{{/l}}', { l: ['x', 'y'], t: true }, 'xy'],
  ['arrays in an array', '{{#l}}({{#.}}{{.}}{{/.}}){{/l}}', { l: [[1, 2], [3]] }, '(12)(3)'],
  [
    'lines, without its own',
    'a\n  {{#l}}  \n- {{.}}\n\t{{/l}}\r\nb',
    { l: [1, 2] },
    'a\n- 1\n- 2\nb',
  ],
])('a section is rendered for %s', (_, html, data, printed) => {
  expect(renderHtml(html, data)).toBe(printed);
});

test('a comment prints nothing', () => {
  expect(renderHtml('a{{! any | thing\n# at all }}b')).toBe('ab');
});

test('a dotted name leads into objects, arrays and texts', () => {
  const variables = { a: { b: { c: 1 } }, l: ['x', 'y'], s: 'abc' };

  expect(renderHtml('{{a.b.c}} {{l.1}} {{l.length}} {{s.length}} {{s.0}}', variables)).toBe(
    '1 y 2 3 a',
  );
});

test('a dotted name is searched in the innermost context that has its first name, and never further out', () => {
  const variables = { a: { b: { d: 1 } }, b: { c: 'OTHER', d: 'OTHER' } };

  expect(renderHtml('{{#a}}{{b.d}}{{b.c|none}}{{/a}}', variables)).toBe('1none');
  expect(renderHtml('{{#a}}{{#b.c}}x{{/b.c}}{{^b.c}}y{{/b.c}}{{/a}}', variables)).toBe('y');
  expect(missingNames({ html: '{{#a}}{{b.c}}{{/a}}' }, variables)).toEqual(['b.c']);
});

test('a dotted name never prints another item’s value for an item that has none', () => {
  const variables = { l: [{ who: { name: 'Ada' } }, { who: {} }], who: { name: 'OTHER' } };

  expect(renderHtml('{{#l}}{{who.name|-}};{{/l}}', variables)).toBe('Ada;-;');
});

test.each([null, 0, 'text', false])('a dotted name is missing if its parent is %j', (b) => {
  const variables = { a: { b }, b: { c: 'OTHER' } };

  expect(missingNames({ html: '{{#a}}{{b.c}}{{/a}}' }, variables)).toEqual(['b.c']);
});

test('a dotted name is searched further out if the inner context has no own property of that name', () => {
  const variables = { l: ['x', 7, { c: 1 }, []], b: { c: 2 }, length: { c: 3 } };

  expect(renderHtml('{{#l}}{{b.c}}{{/l}}', variables)).toBe('2222');
  expect(renderHtml('{{#t}}{{length.c}}{{/t}}', { ...variables, t: 'text' })).toBe('3');
});

test.each([
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'inherited'],
  ...['a.constructor', 'a.constructor.name', 'a.__proto__', 's.constructor.name', 's.at', 'l.map'],
])("the property %s is missing, because it is not an object's own", (name) => {
  const variables = Object.assign(Object.create({ inherited: 'x' }), { a: {}, s: 'x', l: [] });

  expect(missingNames({ html: `{{${name}}}` }, variables)).toEqual([name]);
  expect(renderHtml(`{{#${name}}}x{{/${name}}}`, variables)).toBe('');
});

test('own properties may have any name', () => {
  const variables = JSON.parse('{"__proto__":"a","constructor":"b","hasOwnProperty":"c"}');

  expect(renderHtml('{{__proto__}}{{constructor}}{{hasOwnProperty}}', variables)).toBe('abc');
});

test('the subject is the template’s own, rendered with the variables', () => {
  expect(renderSubject('Hi {{name|you}}', { name: 'Ada', subject: 'Other' })).toBe('Hi Ada');
});

test.each(['', '  '])('the variable `subject` replaces the subject %j', (subject) => {
  expect(renderSubject(subject, { subject: ' An <offer> ' })).toBe('An <offer>');
});

test("the subject is empty if there is neither a template's nor a variable", () => {
  expect(renderSubject('')).toBe('');
  expect(renderSubject('', { subject: null })).toBe('');
});

test('the subject from a variable must be printable', () => {
  expect(() => renderSubject('', { subject: ['x'] })).toThrow(
    'subject must be a string, number or boolean, found an array',
  );
});

test('the subject is one line: each run of control characters becomes a space, with none at the ends', () => {
  const value = '\r\nA\r\n\tB\u0000C\u007fD\u0085E\u2028F\u2029';

  expect(renderSubject('{{a}}', { a: value })).toBe('A B C D E F');
});

test('the subject may be 998 characters of any kind, also a given one', async () => {
  const tooLarge = 'Rendered subject is larger than 998 characters';
  const a = 'x'.repeat(999);

  expect(renderSubject('{{a}}', { a: '😀'.repeat(998) })).toHaveLength(2 * 998);
  expect(() => renderSubject('{{a}}', { a })).toThrow(tooLarge);
  await expect(renderMail(storedTemplate({ text: 'y' }), {}, a)).rejects.toThrow(tooLarge);
});

test('a given subject is used unchanged, and the template’s subject needs no variables', async () => {
  const template = storedTemplate({ subject: '{{missing}}', html: 'x', text: 'y' });

  expect(await renderMail(template, {}, ' Dear\r\n{{name}} ')).toEqual({
    outcome: 'rendered',
    subject: 'Dear {{name}}',
    html: 'x',
    text: 'y',
  });
});

test('the template’s own text is printed with every character, also of its values, and may be empty', async () => {
  const written = storedTemplate({ html: '-', text: ' {{a}}\r\n\r\n\r\n &amp; \n' });
  const blank = storedTemplate({ html: '<p>x</p>', text: '' });

  const mails = [await renderMail(written, { a: 'A\n\nB' }), await renderMail(blank, {})];

  expect(mails).toMatchObject([{ text: ' A\n\nB\r\n\r\n\r\n &amp; \n' }, { text: '' }]);
});

test('the text is converted from the rendered HTML if it could not be derived', async () => {
  const template = storedTemplate({ html: '<p>Hi {{{a}}}</p>', text: null });

  const rendering = await renderMail(template, { a: '<b>Ada</b><br>&#123;&#123;x}}' });

  expect(rendering).toHaveProperty('text', 'Hi Ada\n{{x}}');
});

const half = 'é'.repeat(2 ** 20);
const tenTimes = { l: Array.from({ length: 10 }, () => ({})) };
const nested = (depth: number, inner: string) =>
  `${'{{#l}}'.repeat(depth)}${inner}${'{{/l}}'.repeat(depth)}`;

test('the limit of nodes stops a growing rendering', () => {
  expect(() => renderHtml(nested(9, ''), tenTimes)).toThrow(
    'Rendered template is larger than 100,000 placeholders, sections and items',
  );
});

test.each([
  ['of a growing rendering', nested(4, 'x'.repeat(300)), tenTimes],
  ['in UTF-8', '{{a}}x', { a: half }],
  ['of escaped values', '{{a}}', { a: '"'.repeat(400_000) }],
])('the limit of the HTML counts its bytes %s', (_, html, data) => {
  expect(() => renderHtml(html, data)).toThrow('Rendered HTML is larger than 2 MB');
});

test('an HTML of exactly its limit is rendered', () => {
  expect(renderHtml('{{a}}', { a: half })).toHaveLength(2 ** 20);
});

test('the limits also hold for the subject and the text', async () => {
  const long = 'x'.repeat(2 ** 20);
  const own = storedTemplate({ html: '-', text: '{{a}}{{a}}{{a}}' });

  expect(() => renderSubject('{{a}}{{a}}{{a}}', { a: long })).toThrow(
    'Rendered subject is larger than',
  );
  await expect(renderMail(own, { a: long })).rejects.toThrow('Rendered text is larger than 2 MB');
});
