import { handlebars } from '../../../../../cli/commands/template/import/languages/handlebars.ts';
import { expect, test } from '../../../../jest.ts';
import { converted, imported } from './conversion.ts';

const ada = { name: 'Ada' };
const two = [{ x: 1 }, { x: 2 }];
const texts = { list: ['a', 'b'] };
const same = { problems: [], comparison: { state: 'same' } };

test.each([
  ['a value', '<b>{{ name }}</b>', '<b>{{name}}</b>', { name: 'A & "B" = {c}' }],
  ['a dotted name', '{{user.name}}', '{{user.name}}', { user: { name: 'Ada' } }],
  ['an entry of a list', '{{tags.[1]}}', '{{tags.1}}', { tags: ['a', 'b'] }],
  ['a condition', '{{#if a}}A{{/if}}', '{{#a}}A{{/a}}', { a: true }],
  ['an else', '{{#if a}}A{{else}}B{{/if}}', '{{#a}}A{{/a}}{{^a}}B{{/a}}', { a: '' }],
  ['an unless', '{{#unless a}}A{{/unless}}', '{{^a}}A{{/a}}', { a: 0 }],
  [
    'an unless with an else',
    '{{#unless a}}A{{else}}B{{/unless}}',
    '{{^a}}A{{/a}}{{#a}}B{{/a}}',
    { a: 1 },
  ],
  [
    'an else if',
    '{{#if a}}A{{else if b}}B{{else if c}}C{{else}}D{{/if}}',
    '{{#a}}A{{/a}}{{^a}}{{#b}}B{{/b}}{{^b}}{{#c}}C{{/c}}{{^c}}D{{/c}}{{/b}}{{/a}}',
    { a: false, b: false, c: 'c' },
  ],
  ['a list', '{{#each list}}{{x}};{{/each}}', '{{#list}}{{x}};{{/list}}', { list: two }],
  ['a list of texts', '{{#each list}}{{this}};{{/each}}', '{{#list}}{{.}};{{/list}}', texts],
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
  ['a section of Mustache', '{{#list}}{{x}}{{/list}}', '{{#list}}{{x}}{{/list}}', { list: two }],
  ['an inverted section', '{{^a}}A{{else}}B{{/a}}', '{{^a}}A{{/a}}{{#a}}B{{/a}}', { a: 'x' }],
  ['triple braces that are needed', '<p>{{{body}}}</p>', '<p>{{{body}}}</p>', { body: '<i>x</i>' }],
  ['an ampersand', '<p>{{&body}}</p>', '<p>{{{body}}}</p>', { body: '<i>x</i>' }],
  ['a comment', 'a{{!-- {{old}} --}}b', 'a{{! old }}b', {}],
  ['white space control', '<p>  {{~name~}}  </p>', '<p>{{name}}</p>', ada],
  [
    'a partial of the template itself',
    '{{#*inline "row"}}<i>{{x}}</i>{{/inline}}{{#each list}}{{> row}}{{/each}}',
    '{{#list}}<i>{{x}}</i>{{/list}}',
    { list: two },
  ],
  ['a literal tag', '<p>\\{{name}}</p>', '<p>&#123;&#123;name}}</p>', {}],
  ['SendGrid’s default', '{{insert name "default=you & me"}}', '{{name|you &amp; me}}', ada],
  [
    'a condition on a list, which prints its content once and not for each item,',
    '{{#if list}}<ul>{{#each list}}<li>{{this}}</li>{{/each}}</ul>{{/if}}',
    '{{#list.length}}<ul>{{#list}}<li>{{.}}</li>{{/list}}</ul>{{/list.length}}',
    texts,
  ],
  [
    'an each inside an attribute',
    '<p class="a{{#each list}} {{this}}{{/each}}" {{#if id}}id="{{id}}"{{/if}}>x</p>',
    '<p class="a{{#list}} {{.}}{{/list}}" {{#id}}id="{{id}}"{{/id}}>x</p>',
    { ...texts, id: 'd' },
  ],
  [
    'a tag whose quotes an HTML editor wrote as entities',
    '<a title="{{insert name &quot;default=you&quot;}}">&quot;</a>',
    '<a title="{{name|you}}">&quot;</a>',
    {},
  ],
] as const)('%s of Handlebars is converted, and renders the same', async (_, from, to, data) => {
  expect(await imported(handlebars, from, data)).toEqual({ html: to, ...same });
});

test('an else that has a line to itself leaves no empty lines', async () => {
  const html = '<p>\n  {{#if a}}\n  A\n  {{else}}\n  B\n  {{/if}}\n</p>\n';

  const written = '<p>\n  {{#a}}\n  A\n  {{/a}}\n  {{^a}}\n  B\n  {{/a}}\n</p>\n';
  expect(await imported(handlebars, html, { a: 1 })).toEqual({ html: written, ...same });
  expect(await imported(handlebars, html, {})).toEqual({ html: written, ...same });
});

test('each tag that is written for an else if has a line to itself, as the else if has', () => {
  const html = '{{#if a}}\nA\n{{else if b}}\nB\n{{/if}}\n';

  const written = '{{#a}}\nA\n{{/a}}\n{{^a}}\n{{#b}}\nB\n{{/b}}\n{{/a}}\n';
  expect(converted(handlebars, html)).toEqual({ html: written, problems: [] });
});

test('what cannot be said inside an attribute gets a comment and a mark, and the tag around them stays whole', () => {
  expect(converted(handlebars, '<a\n  title="{{formatDate day "MM"}}">x</a>')).toEqual({
    html: '<a\n  title="{{! postrider has no helper formatDate: format the value before the call, and give it as a text }}{{not imported: formatDate day "MM"}}">x</a>',
    problems: [
      '2:108 postrider has no helper formatDate: format the value before the call, and give it as a text',
    ],
  });
});

test('a block that cannot be said keeps its content', () => {
  const html = '{{#equals plan "pro"}}{{name}}{{else}}none{{/equals}}';

  expect(converted(handlebars, html).html).toBe(
    '{{! postrider has no helper equals: compare before the call, and give the result as a variable that is true or false }}' +
      '{{#not imported: equals plan "pro"}}{{name}}{{not imported: else}}none{{/not imported: equals plan "pro"}}',
  );
});

test.each([
  [
    '{{#> frame}}<p>{{x}}</p>{{/frame}}',
    '{{#not imported: frame}}<p>{{x}}</p>{{/not imported: frame}}',
  ],
  [
    '{{#*inline "a"}}<p>{{../x}}</p>{{/inline}}',
    '{{#not imported: inline "a"}}<p>{{x}}</p>{{/not imported: inline "a"}}',
  ],
] as const)('the content of %s, which cannot be said, is kept', (from, to) => {
  const { html, problems } = converted(handlebars, from);

  expect([html.slice(html.indexOf('{{#')), problems.length]).toEqual([to, 1]);
});

test('a push refuses a template of which a part could not be imported, and names all other problems too', async () => {
  expect(await imported(handlebars, '<a href={{url}}>{{@index}}</a>')).toEqual({
    html: expect.stringContaining('{{not imported: @index}}'),
    problems: [
      'postrider has no @index: give each item its number',
      '{{url}} is in an attribute without quotes: write href="{{url}}"',
    ],
    comparison: null,
  });
});

test('a ../name that the items have too is a problem, since postrider would print the name of the item', () => {
  const html = '{{#each list}}{{name}} {{../name}}{{/each}}';

  expect(converted(handlebars, html).problems).toEqual([
    '1:119 the value around also has a "name", and postrider would print that one: rename one of the two',
  ]);
});

test.each([
  ['{{#each list as |item|}}{{item.x}}{{/each}}', 'postrider has no "as |name|"'],
  ['{{#each list}}{{@first}}{{/each}}', 'postrider has no @first'],
  ['{{#if (eq a "b")}}x{{/if}}', 'postrider has no helper eq'],
  ['{{> footer}}', 'postrider has no partial of this name yet'],
  ['{{[first name]}}', 'postrider cannot have a variable "first name"'],
  [
    '{{#each list}}{{#if x}}{{this}}{{/if}}{{/each}}',
    'postrider cannot name the value of an outer block',
  ],
  [
    '{{#each lists}}{{#if this}}{{#each this}}{{.}}{{/each}}{{/if}}{{/each}}',
    'postrider cannot ask whether a list',
  ],
] as const)('%s is a problem, and not guessed', (html, reason) => {
  expect(converted(handlebars, html).problems).toEqual([expect.stringContaining(reason)]);
});

test.each([
  ['a\n{{#if x}}\nb', '4:1'],
  ['{{#if x}}{{/each}}', '2:1'],
  ['a {{', '2:1'],
] as const)(
  'a source that Handlebars cannot read is kept as it is behind a mark: %j',
  (html, place) => {
    expect(converted(handlebars, html)).toEqual({
      html: `{{not imported: see the report}}\n${html}`,
      problems: [expect.stringMatching(`^${place} Handlebars cannot read it: `)],
    });
  },
);

test('a difference that the test data shows is named: an item without the name, which the variables have', async () => {
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
      'the test data has no name, and postrider requires it: add it, or write {{name|}} where a mail may do without',
  });
});
