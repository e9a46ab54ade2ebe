import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { deriveTextTemplate } from '../../../../shared/engine/render/derive-text.ts';
import type { TemplateSyntaxError } from '../../../../shared/engine/render/syntax/template-problem.ts';
import { expect, test } from '../../../jest.ts';
import { empty, problemsOf } from './problems-of.ts';

test.each([
  ['{{name', 'tag-not-closed'],
  ['{{{name}}', 'tag-not-closed'],
  ['{{first name}}', 'bad-name'],
  ['{{> footer}}', 'partial'],
  ['{{=<% %>=}}', 'delimiters'],
  ['{{#a|x}}{{/a}}', 'section-default'],
  ['{{#a}}', 'section-not-closed'],
  ['{{/a}}', 'section-not-open'],
  ['{{#a}}'.repeat(33) + '{{/a}}'.repeat(33), 'sections-too-deep'],
  ['<p class={{a}}>', 'unsafe-place'],
  ['x'.repeat(512 * 1024 + 1), 'too-large'],
])('the problem of %.40s has its code: %s', (html, code) => {
  expect(codesOf(html)).toEqual([code]);
});

function codesOf(html: string): string[] {
  try {
    compileTemplate({ ...empty, html });
    return [];
  } catch (error) {
    return (error as TemplateSyntaxError).problems.map((problem) => problem.code);
  }
}

const notClosed = (tag: string) => `This tag is not closed: write ${tag}`;
const noName = 'This tag names no variable: write the name of one, as in {{name}}';
const badName = (name: string, fault: string, example = '{{name}}') =>
  `"${name}" is not a variable name, it ${fault}: write only the name of a variable, as in ${example}`;
const badDot = (name: string) =>
  `"${name}" has a dot without a name on both sides: write a.b, as in {{name}}`;

test.each([
  ['{{name', notClosed('{{name}}')],
  ['{{name}', notClosed('{{name}}')],
  ['{{{name', notClosed('{{{name}}}')],
  ['{{#list ', notClosed('{{#list}}')],
  ['{{', notClosed('{{name}}')],
  ['{{%name', notClosed('{{%name}}')],
  ['{{name} and {{b}}', notClosed('{{name}}')],
  [
    '{{name|{{b}}',
    'This default is not closed: end it with }} before the next tag, no tag can be inside',
  ],
  ['{{! see {{b}}', 'This comment is not closed: end it with }} before the next tag'],
  [
    '{{{name}}',
    'A tag that opens with three braces closes with three: write {{{name}}}, or {{name}} to have the value escaped',
  ],
  ['{{}}', noName],
  ['{{ | x}}', noName],
  ['{{first name}}', badName('first name', 'contains white space')],
  ['{{<b>name</b>}}', badName('<b>name</b>', 'contains <')],
  ['{{&nbsp;name}}', badName('nbsp;name', 'contains ;')],
  ['{{name}x}}', badName('name}x', 'contains }')],
  ['{{a\ue000}}', badName('a\ue000', 'contains an invisible character')],
  ['{{{%a}}}', badName('%a', 'begins with %')],
  ['{{#%a}}{{/a}}', badName('%a', 'begins with %', '{{#name}}')],
  ['{{#if a}}{{/if}}', badName('if a', 'contains white space', '{{#name}}')],
  ['{{a..b}}', badDot('a..b')],
  ['{{.a}}', badDot('.a')],
  ['{{> footer}}', 'No partial can be taken here: write its content instead'],
  ['{{=<% %>=}}', 'The delimiters cannot be changed: write every tag with {{ and }}'],
  ['{{#a|x}}{{/a}}', 'A section cannot have a default: write {{#a}}'],
  ['{{^a|}}{{/a}}', 'A section cannot have a default: write {{^a}}'],
  ['{{#a}}', 'The section "a" is not closed: write {{/a}} where it ends'],
  ['{{^a}}', 'The section "a" is not closed: write {{/a}} where it ends'],
  ['{{/a}}', 'No section "a" is open here: write {{#a}} before it, or leave it out'],
])('a refused tag says where it is and what to write instead: %s', (html, message) => {
  expect(problemsOf({ html })).toEqual([`html 1:1 ${message}`]);
});

test('{{ and a name of more parts than JSON may be deep are refused', () => {
  const name = Array(33).fill('a').join('.');

  expect(problemsOf({ html: `{{${name}}}` })).toEqual([
    `html 1:1 "${name.slice(0, 40)}…" has more than 32 parts, deeper than a request may nest: write fewer, as in {{name}}`,
  ]);
});

test('sections that nest too deep are reported once', () => {
  const html = `${'{{#a}}'.repeat(40)}${'{{/a}}'.repeat(40)}`;

  expect(problemsOf({ html })).toEqual([
    'html 1:193 Sections nest deeper than 32 here: close some of them before',
  ]);
  expect(problemsOf({ html: `${'{{#a}}'.repeat(32)}${'{{/a}}'.repeat(32)}` })).toEqual([]);
});

test('problems of every part are reported at once, in order, with line and column counted from 1', () => {
  const source = {
    subject: 'Hi {{first name}}',
    html: '<p>\r\n  {{> a}} é😀{{b..c}}\n</p>\n{{#list}}\n{{/lists}}',
    text: '\n\n{{x',
  };

  expect(problemsOf(source)).toEqual([
    `subject 1:4 ${badName('first name', 'contains white space')}`,
    'html 2:3 No partial can be taken here: write its content instead',
    `html 2:14 ${badDot('b..c')}`,
    'html 4:1 The section "list" is not closed: write {{/list}} where it ends',
    'html 5:1 No section "lists" is open here: write {{#lists}} before it, or leave it out',
    'text 3:1 This tag is not closed: write {{x}}',
  ]);
});

test('if sections cross, only the inner one is reported as not closed', () => {
  expect(problemsOf({ html: '{{#a}}{{#b}}{{/a}}{{#c}}{{/c}}' })).toEqual([
    'html 1:7 The section "b" is not closed: write {{/b}} where it ends',
  ]);
});

test("the error's message has all problems too", () => {
  expect(() => compileTemplate({ ...empty, html: '{{}}', text: '{{/b}}' })).toThrow(
    /^html 1:1 This tag names no variable.*\ntext 1:1 No section "b" is open here/,
  );
});

test('at most a hundred problems of a part are reported', () => {
  expect(problemsOf({ html: '{{}}'.repeat(1000) })).toHaveLength(100);
});

test.each(['{name}', '}}', '@media(x){.a{b:c}}', '{ {name} }', '&#123;&#123;x&#125;&#125;', ''])(
  'a text that is no tag stays text: %s',
  (html) => {
    expect(compileTemplate({ ...empty, html }).html).toEqual(html === '' ? [] : [html]);
  },
);

test('a brace after a tag stays text', () => {
  const { html } = compileTemplate({ ...empty, html: '.a{color:{{c}}}{{{d}}}}' });

  expect(html).toMatchObject(['.a{color:', { name: 'c' }, '}', { name: 'd', isRaw: true }, '}']);
});

test.each([
  ...['a', 'a.b.0', 'a-b', 'a_b', 'a/b', 'a#b', 'a:b', 'a?', '$a', '@a'],
  ...['ä', '名前', 'नाम', '😀'],
])('a name may be %s', (name) => {
  expect(problemsOf({ html: `{{${name}}}{{#${name}}}{{ / ${name} }}` })).toEqual([]);
});

test.each([
  ['subject', 4, 'The subject is larger than 4 KB: shorten it'],
  ['html', 512, 'The HTML is larger than 512 KB: shorten it'],
  ['text', 256, 'The text is larger than 256 KB: shorten it'],
])('the %s may be %d KB, in UTF-8', (part, kilobytes, message) => {
  const source = 'é'.repeat(kilobytes * 512);

  expect(problemsOf({ [part]: source })).toEqual([]);
  expect(problemsOf({ [part]: `${source}x` })).toEqual([`${part} 1:1 ${message}`]);
});

test('the variables of a template are listed as written, with where and how they are used', () => {
  const html =
    '{{name|you}} {{{note}}} {{#items}}{{title}}{{.}}{{^sold}}{{name}}{{/sold}}{{/items}}';
  const source = { subject: '{{name}} {{name|}}', html, text: '{{#items}}{{title}}{{/items}}' };
  const inHtml = { required: false, defaults: [], parts: ['html'] };
  expect(compileTemplate(source).variables).toEqual([
    {
      name: 'name',
      within: [],
      uses: ['value'],
      required: true,
      defaults: ['', 'you'],
      parts: ['subject', 'html'],
    },
    { ...inHtml, name: 'note', within: [], uses: ['raw'], required: true },
    { ...inHtml, name: 'items', within: [], uses: ['section'], parts: ['html', 'text'] },
    { ...inHtml, name: 'title', within: ['items'], uses: ['value'], parts: ['html', 'text'] },
    { ...inHtml, name: 'sold', within: ['items'], uses: ['inverted'] },
    { ...inHtml, name: 'name', within: ['items', 'sold'], uses: ['value'] },
  ]);
});

test('the variables of a template contain `subject` if the template has none, and a derived text adds none twice', () => {
  const html = '<p>{{a|<b>x</b>}}</p>';
  const { variables } = compileTemplate({ subject: '', html, text: deriveTextTemplate(html) });

  const own = { within: [], uses: ['value'], required: false };
  expect(variables).toEqual([
    { ...own, name: 'subject', defaults: [''], parts: ['subject'] },
    { ...own, name: 'a', defaults: ['<b>x</b>'], parts: ['html'] },
  ]);
});
