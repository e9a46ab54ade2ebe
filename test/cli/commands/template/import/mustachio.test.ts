import { mustachio } from '../../../../../cli/commands/template/import/languages/mustachio.ts';
import { expect, test } from '../../../../jest.ts';
import { converted, imported } from './conversion.ts';

const same = { problems: [], comparison: { state: 'same' } };

test.each([
  ['a value', '{{ name }}{{{ name }}}', '{{name}}{{{name}}}', { name: '<b>' }],
  ['an each', '{{#each list}}{{x}};{{/each}}', '{{#list}}{{x}};{{/list}}', { list: [{ x: 1 }] }],
  [
    'an each of the list around it',
    '{{#list}}<ul>{{#each . }}<li>{{x}}</li>{{/each}}</ul>{{/list}}',
    '{{#list.length}}<ul>{{#list}}<li>{{x}}</li>{{/list}}</ul>{{/list.length}}',
    { list: [{ x: 1 }, { x: 2 }] },
  ],
  ['a block', '{{#user}}{{name}}{{/user}}', '{{#user}}{{name}}{{/user}}', { user: { name: 'A' } }],
  [
    'a block and what is printed without it',
    '{{#user}}A{{/user}}{{^user}}B{{/user}}',
    '{{#user}}A{{/user}}{{^user}}B{{/user}}',
    { user: false },
  ],
  [
    'an else, which Mustachio writes as the inverted block',
    '{{#a}}A{{^a}}B{{/a}}',
    '{{#a}}A{{/a}}{{^a}}B{{/a}}',
    { a: false },
  ],
  [
    'a path up, where each name of a path is one level and the list is another',
    '{{#each ceo.products}}{{name}} {{../../last}}{{/each}}',
    '{{#ceo.products}}{{name}} {{ceo.last}}{{/ceo.products}}',
    { ceo: { last: 'B', products: [{ name: 'a' }] } },
  ],
  ['a path up in a block', '{{#a}}{{../b}}{{/a}}', '{{#a}}{{b}}{{/a}}', { a: 'x', b: 'y' }],
  ['a path up in an inverted block', '{{^a}}{{../b}}{{/a}}', '{{^a}}{{b}}{{/a}}', { b: 'y' }],
  ['a comment', 'a{{! note }}b', 'a{{! note }}b', {}],
] as const)('%s of Mustachio is converted, and renders the same', async (_, from, to, data) => {
  expect(await imported(mustachio, from, data)).toEqual({ html: to, ...same });
});

test('Mustachio keeps the empty lines of its tags, which Mustache removes', async () => {
  const html = '<ul>\n  {{#each list}}\n  <li>{{x}}</li>\n  {{/each}}\n</ul>';

  const { comparison } = await imported(mustachio, html, { list: [{ x: 1 }, { x: 2 }] });
  expect(comparison).toEqual({ state: 'spaced' });
});

test('a name that Mustachio would not look up outside its block is a difference that the test data shows', async () => {
  const { comparison } = await imported(mustachio, '{{#a}}{{b}}{{/a}}', { a: 'x', b: 'y' });

  expect(comparison).toMatchObject({ state: 'differs', differences: [{ part: 'html' }] });
});

test.each([
  ['{{{pm:unsubscribe}}}', 'Postmark writes an address of its own here'],
  ['{{@index}}', 'postrider has no @index'],
  ['{{if a}}', 'postrider has no expressions'],
] as const)('%s of Postmark is a problem, and not guessed', (html, reason) => {
  expect(converted(mustachio, html).problems).toEqual([expect.stringContaining(reason)]);
});

test.each([
  ['a\n{{#a}}', '3:1 The block a is not closed'],
  ['{{#a}}{{/b}}', '2:1 The tag {{/b}} closes a'],
  ['\n{{/each}}', '3:1 The tag {{/each}} closes no block'],
  ['{{#if a}}x{{/if}}', '2:1 Mustachio has no {{#if}}: write {{#a}}…{{/a}} in the source'],
  ['{{#unless a}}x{{/a}}', '2:1 Mustachio has no {{#unless}}: write {{^a}}…{{/a}} in the source'],
  ['{{#a + b}}{{/a}}', '2:1 "a + b" is no name of a value, such as order.total'],
] as const)(
  'a source that Mustachio cannot read is kept as it is behind a mark: %j',
  (html, problem) => {
    expect(converted(mustachio, html)).toEqual({
      html: `{{not imported: see the report}}\n${html}`,
      problems: [problem],
    });
  },
);

test('of a source that Mustachio cannot read, the import names the cause alone', async () => {
  const { problems } = await imported(mustachio, '{{#each list}}{{x}}{{/each}}{{#if a}}x{{/if}}');

  expect(problems).toEqual(['Mustachio has no {{#if}}: write {{#a}}…{{/a}} in the source']);
});
