import { handlebarsOf } from '../../../../../cli/commands/template/import/languages/handlebars.ts';
import { expect, test } from '../../../../jest.ts';
import { converted, imported } from './conversion.ts';

const handlebars = handlebarsOf({ service: 'Handlebars' });
const ada = { name: 'Ada' };
const two = [{ x: 1 }, { x: 2 }];
const texts = { list: ['a', 'b'] };
const same = { problems: [], comparison: { state: 'same' } };

test.each([
  ['a value', '<b>{{ name }}</b>', '<b>{{name}}</b>', { name: 'A & "B" = {c}' }],
  ['an entry of a list', '{{tags.[1]}}', '{{tags.1}}', { tags: ['a', 'b'] }],
  ['a condition', '{{#if a}}A{{/if}}', '{{#a}}A{{/a}}', { a: true }],
  ['an else', '{{#if a}}A{{else}}B{{/if}}', '{{#a}}A{{/a}}{{^a}}B{{/a}}', { a: '' }],
  [
    'an else if',
    '{{#if a}}A{{else if b}}B{{else if c}}C{{else}}D{{/if}}',
    '{{#a}}A{{/a}}{{^a}}{{#b}}B{{/b}}{{^b}}{{#c}}C{{/c}}{{^c}}D{{/c}}{{/b}}{{/a}}',
    { a: false, b: false, c: 'c' },
  ],
  ['a list', '{{#each list}}{{x}};{{/each}}', '{{#list}}{{x}};{{/list}}', { list: two }],
  [
    'an empty list',
    '{{#each list}}{{x}}{{else}}none{{/each}}',
    '{{#list}}{{x}}{{/list}}{{^list}}none{{/list}}',
    { list: [] },
  ],
  [
    'a list in a list',
    '{{#each a}}{{#each b}}{{.}}{{../c}}{{../../d}}{{/each}}{{/each}}',
    '{{#a}}{{#b}}{{.}}{{c}}{{d}}{{/b}}{{/a}}',
    { a: [{ b: ['x', 'y'], c: 1 }], d: 2 },
  ],
  [
    'the value of an outer level',
    '{{#each list}}{{name}} of {{../shop}} {{@root.year}}{{/each}}',
    '{{#list}}{{name}} of {{shop}} {{year}}{{/list}}',
    { list: [{ name: 'a' }], shop: 'S', year: 2026 },
  ],
  ['a with', '{{#with user}}{{name}}{{/with}}', '{{#user}}{{name}}{{/user}}', { user: ada }],
  ['an inverted section', '{{^a}}A{{else}}B{{/a}}', '{{#a}}B{{/a}}{{^a}}A{{/a}}', { a: 'x' }],
  ['triple braces that are needed', '<p>{{{body}}}</p>', '<p>{{{body}}}</p>', { body: '<i>x</i>' }],
  ['white space control', '<p>  {{~name~}}  </p>', '<p>{{name}}</p>', ada],
  ['a literal tag', '<p>\\{{name}}</p>', '<p>&#123;&#123;name}}</p>', {}],
  ['SendGrid’s default', '{{insert name "default=you & me"}}', '{{name|you &amp; me}}', ada],
  [
    'a condition on a list, which prints its content once and not for each item,',
    '{{#if list}}<ul>{{#each list}}<li>{{this}}</li>{{/each}}</ul>{{/if}}',
    '{{#list.length}}<ul>{{#list}}<li>{{.}}</li>{{/list}}</ul>{{/list.length}}',
    texts,
  ],
] as const)('%s of Handlebars is converted, and renders the same', async (_, from, to, data) => {
  expect(await imported(handlebars, from, data)).toEqual({ html: to, ...same });
});

test('an else that has a line to itself leaves no empty line', async () => {
  const html = '<p>\n  {{#if a}}\n  A\n  {{else}}\n  B\n  {{/if}}\n</p>\n';

  const written = '<p>\n  {{#a}}\n  A\n  {{/a}}\n  {{^a}}\n  B\n  {{/a}}\n</p>\n';
  expect(await imported(handlebars, html, { a: 1 })).toEqual({ html: written, ...same });
});

test('a tag that cannot be converted gets a comment with the reason and a mark', async () => {
  const html = '<a\n  title="{{formatDate day "MM"}}">{{@index}}</a>';

  const why =
    'postrider has no helper formatDate: compute the value before the call, and give it as a variable';
  const noIndex = 'postrider has no @index: give each item a variable of its own';
  expect(await imported(handlebars, html)).toEqual({
    html: `<a\n  title="{{! ${why} }}{{not imported: formatDate (line 2)}}">{{! ${noIndex} }}{{not imported: @index (line 2)}}</a>`,
    problems: [why, noIndex],
    comparison: null,
  });
});

test.each([
  [
    '{{#equals plan "pro"}}{{name}}{{else}}none{{/equals}}',
    '{{not imported: #equals (line 1)}}{{name}}{{not imported: else}}none{{not imported: end of #equals (line 1)}}',
  ],
  ['{{> footer}}<p>{{x}}</p>', '{{not imported: footer (line 1)}}<p>{{x}}</p>'],
  [
    '{{#> frame}}<p>{{x}}</p>{{/frame}}',
    '{{not imported: partial (line 1)}}<p>{{x}}</p>{{not imported: end of partial (line 1)}}',
  ],
] as const)('the content of %s, which cannot be converted, is kept', (from, to) => {
  const html = converted(handlebars, from);

  expect(html.slice(html.indexOf('{{not'))).toBe(to);
});

test('the report names what else a push refuses, once all is converted', async () => {
  const { problems } = await imported(handlebars, '<a href={{url}}>x</a>');

  expect(problems).toEqual(['{{url}} is in an attribute without quotes: write href="{{url}}"']);
});

const hidden = 'postrider looks a name up in the innermost block that has it';

test.each([
  ['{{#each list as |item|}}{{item.x}}{{/each}}', 'postrider has no "as |name|"'],
  ['{{#if (eq a "b")}}x{{/if}}', 'postrider has no expressions'],
  ['{{[first name]}}', '"first name" is not a variable name'],
  ['{{#each list}}{{name}} {{../name}}{{/each}}', hidden],
  ['{{#each list}}{{#if x}}{{this}}{{/if}}{{/each}}', hidden],
  ['{{#each lists}}{{#if this}}{{#each this}}{{.}}{{/each}}{{/if}}{{/each}}', hidden],
  ['a\n{{#if x}}\nb', 'Handlebars cannot read it: Parse error on line 3'],
] as const)('%j is a problem, and not guessed', async (html, reason) => {
  const { problems } = await imported(handlebars, html);

  expect(problems).toEqual([expect.stringContaining(reason)]);
});

test('a difference that the test data show is named: an item without the name, which the variables have', async () => {
  const data = { list: [{ x: 'a' }], name: 'Ada' };
  const { comparison } = await imported(handlebars, '{{#each list}}{{x}}{{name}}{{/each}}', data);

  const lines = ['-a', '\\ No newline at end of file', '+aAda', '\\ No newline at end of file'];
  expect(comparison).toMatchObject({
    state: 'differs',
    differences: [{ part: 'html', hunks: [{ lines }] }],
  });
});

test('test data without a variable that postrider requires are named', async () => {
  const { comparison } = await imported(handlebars, 'Hello {{name}}', { other: 1 });

  expect(comparison).toEqual({
    state: 'refused',
    reason:
      'the test data has no name, and postrider requires it: add it, or write {{name|}} if mails may lack it',
  });
});
