import { expect, test } from '../../../../jest.ts';
import { problemsOfJoined, renderJoined, taking, type WrittenPartials } from './joined.ts';

const html = async (source: string, partials: WrittenPartials, data = {}) =>
  (await renderJoined({ html: source }, taking(partials), data)).html;

const problems = (source: string, partials: WrittenPartials) =>
  problemsOfJoined({ html: source }, taking(partials));

test.each<
  [name: string, data: object, template: string, partials: WrittenPartials, expected: string]
>([
  ['Basic Behavior', {}, '"{{>text}}"', { text: 'from partial' }, '"from partial"'],
  ['Context', { text: 'x' }, '"{{>p}}"', { p: '*{{text}}*' }, '"*x*"'],
  ['Nested', { a: 'b' }, '{{>outer}}', { outer: '*{{a}} {{>inner}}*', inner: '{{a}}!' }, '*b b!*'],
  ['Surrounding Whitespace', {}, '| {{>p}} |', { p: '\t|\t' }, '| \t|\t |'],
  ['Inline Indentation', { data: '|' }, '  {{data}}  {{> p}}\n', { p: '>\n>' }, '  |  >\n>\n'],
  ['Standalone Line Endings', {}, '|\r\n{{>p}}\r\n|', { p: '>' }, '|\r\n>|'],
  ['Padding Whitespace', { boolean: true }, '|{{> p }}|', { p: '[]' }, '|[]|'],
  ['Standalone Without Previous Line, not indented', {}, '  {{>p}}\n>', { p: '>\n>' }, '>\n>>'],
  ['Standalone Without Newline, not indented', {}, '>\n  {{>p}}', { p: '>\n>' }, '>\n>\n>'],
  [
    'Standalone Indentation, not indented',
    { value: '<\n->' },
    '\\\n {{>p}}\n/\n',
    { p: '|\n{{{value}}}\n|\n' },
    '\\\n|\n<\n->\n|\n/\n',
  ],
])(
  'a partial does what Mustache’s specification says, but for indentation and recursion: %s',
  async (_, data, template, partials, expected) => {
    expect(await html(template, partials, data)).toBe(expected);
  },
);

test('a partial that does not exist is refused', () => {
  expect(problems('"{{>text}}"', {})).toEqual([
    'html 1:2 There is no partial "text": correct its name, or push it',
  ]);
});

test('a partial sees the items of the section that it stands in', async () => {
  const rendered = await html(
    '{{#items}}{{> row}}{{/items}}',
    { row: '<li>{{name}} of {{shop}}</li>' },
    { shop: 'S', items: [{ name: 'a' }, { name: 'b' }] },
  );

  expect(rendered).toBe('<li>a of S</li><li>b of S</li>');
});

test('a partial that opens an element and one that closes it are joined', async () => {
  const partials = { open: '<table><tr><td style="color:{{c}}">', close: '</td></tr></table>' };

  expect(await html('{{> open}}{{x}}{{> close}}', partials, { c: 'red', x: 1 })).toBe(
    '<table><tr><td style="color:red">1</td></tr></table>',
  );
});

test('a value is judged by the place where its partial is taken', async () => {
  const partials = { link: '{{url}}' };
  const address = { url: 'javascript:alert(1)' };

  await expect(html('<a href="{{> link}}">x</a>', partials, address)).rejects.toThrow(
    'url must be an address',
  );
  expect(await html('<p>{{> link}}</p>', partials, address)).toContain('javascript:alert(1)');
});

test('a text takes the texts of partials, and says which partial has none', async () => {
  const partials = { footer: { html: '<b>F</b>', text: 'Footer of {{shop}}' }, head: '<i>H</i>' };
  const text = 'Hello\n{{> footer}}';

  const rendered = await renderJoined({ html: 'x', text }, taking(partials), { shop: 'S' });

  expect(rendered.text).toBe('Hello\nFooter of S');
  expect(problemsOfJoined({ text: '{{> head}}' }, taking(partials))).toEqual([
    'text 1:1 The partial "head" has no text: write its body.txt',
  ]);
});

test('a subject takes no partial', () => {
  expect(problemsOfJoined({ subject: 'a {{> p}}' }, taking({ p: 'x' }))).toEqual([
    'subject 1:3 No partial can be taken here: write its content instead',
  ]);
});

test('a problem in a partial names that partial and its line, and where it is taken', () => {
  const partials = { outer: '<p>\n{{> inner}}</p>', inner: 'a\n\n b {{c..d}}' };

  expect(problems('x\n  {{> outer}}', partials)).toEqual([
    'html inner 3:4, in outer 2:1, in 2:3 "c..d" has a dot without a name on both sides: write a.b, as in {{name}}',
  ]);
});

test('a problem of a partial that is taken twice is reported once', () => {
  expect(problems('{{> p}}{{> p}}', { p: '{{x' })).toEqual([
    'html p 1:1, in 1:1 This tag is not closed: write {{x}}',
  ]);
});

test('problems are in the order of the mail, whichever file they are in', () => {
  expect(problems('{{> p}}{{=x}}{{> q}}', { p: 'a\n{{/b}}', q: '{{x' })).toEqual([
    'html p 2:1, in 1:1 No section "b" is open here: write {{#b}} before it, or leave it out',
    'html 1:8 The delimiters cannot be changed: write every tag with {{ and }}',
    'html q 1:1, in 1:14 This tag is not closed: write {{x}}',
  ]);
});

test('a section that one partial opens and another closes is refused in both', () => {
  expect(problems('{{> a}}{{> b}}', { a: '{{#x}}', b: '{{/x}}' })).toEqual([
    'html a 1:1, in 1:1 The section "x" is not closed: write {{/x}} where it ends',
    'html b 1:1, in 1:8 No section "x" is open here: write {{#x}} before it, or leave it out',
  ]);
});

test('braces of two files do not make a tag together', async () => {
  expect(await html('{ {{> a}}{x}}', { a: '{' })).toBe('{ {{x}}');
});

test('an unclosed quote in a partial changes the place of everything after it', () => {
  const image = '{{> open}}<img src="{{url}}">';

  expect(problems(image, { open: '<p title="x">' })).toEqual([]);
  expect(problems(image, { open: '<p title="x>' })).toEqual([
    expect.stringMatching(/^html 1:21 \{\{url\}\} is /),
  ]);
});

test('a placeholder of a partial at an unsafe place is reported in the partial', () => {
  expect(problems('<script>\n{{> p}}</script>', { p: 'let a =\n {{name}}' })).toEqual([
    expect.stringMatching(/^html p 2:2, in 2:1 \{\{name\}\} is in a <script>/),
  ]);
});

test('a circle of partials is named whole', () => {
  const partials = { a: '{{> b}}', b: 'x {{> c}}', c: '{{> b}}' };

  expect(problems('{{> a}}', partials)).toEqual([
    'html c 1:1, in b 1:3, in a 1:1, in 1:1 These partials take each other: b → c → b: leave one of them out',
  ]);
});

test('a partial that takes itself is refused', () => {
  expect(problemsOfJoined({ html: '{{> a}}' }, taking({ a: 'old' }, { id: 'a' }))).toEqual([
    'html a 1:1 These partials take each other: a → a: leave one of them out',
  ]);
});

const chain = (depth: number): WrittenPartials =>
  Object.fromEntries(
    Array.from({ length: depth }, (_, at) => [
      `p${at + 1}`,
      at + 1 < depth ? `{{> p${at + 2}}}` : 'x',
    ]),
  );

test('partials nest eight deep, and the ninth is refused', async () => {
  expect(await html('{{> p1}}', chain(8))).toBe('x');
  expect(problems('{{> p1}}', chain(9))).toEqual([
    expect.stringContaining(
      'Partials and layouts nest deeper than 8 here: p1 → p2 → p3 → p4 → p5 → p6 → p7 → p8 → p9',
    ),
  ]);
});

test('layouts count to the depth of partials', () => {
  const partials = { ...chain(8), base: '{{> content}}' };

  expect(problemsOfJoined({ html: '{{> p1}}' }, taking(partials, { layout: 'base' }))).toEqual([
    expect.stringContaining('nest deeper than 8 here: base → p1'),
  ]);
});

test('sections of all files together nest 32 deep', () => {
  const nested = (name: string, depth: number, inner: string) =>
    `${`{{#${name}}}`.repeat(depth)}${inner}${`{{/${name}}}`.repeat(depth)}`;

  expect(problems(nested('a', 16, '{{> p}}'), { p: nested('b', 16, 'x') })).toEqual([]);
  expect(problems(nested('a', 16, '{{> p}}'), { p: nested('b', 17, 'x') })).toEqual([
    'html p 1:97, in 1:97 Sections nest deeper than 32 here: close some of them before',
  ]);
});

test('partials that grow with each level are refused by their size together', () => {
  const many = (id: string) => `{{> ${id}}}`.repeat(1000);
  const partials = { a: many('b'), b: many('c'), c: many('d'), d: '' };

  expect(problems('{{> a}}', partials)).toEqual([
    expect.stringMatching(/^html b .* The template is larger than 512 KB with its partials/),
  ]);
});

test.each([
  ['{{> *name}}', 'The name of a partial cannot come from a variable'],
  ['{{> a/b}}', '"a/b" is not the id of a partial'],
  ['{{>}}', '"" is not the id of a partial'],
])('a name that is no id is refused: %s', (source, message) => {
  expect(problems(source, {})).toEqual([expect.stringContaining(`html 1:1 ${message}`)]);
});
