import { mustachio } from '../../../../../cli/commands/template/import/languages/mustachio.ts';
import { expect, test } from '../../../../jest.ts';
import { imported } from './conversion.ts';

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
  ['a path up in an inverted block', '{{^a}}{{../b}}{{/a}}', '{{^a}}{{b}}{{/a}}', { b: 'y' }],
] as const)('%s of Mustachio is converted, and renders the same', async (_, from, to, data) => {
  expect(await imported(mustachio, from, data)).toEqual({ html: to, ...same });
});

test('a name that Mustachio would not look up outside its block is a difference that the test data shows', async () => {
  const { comparison } = await imported(mustachio, '{{#a}}{{b}}{{/a}}', { a: 'x', b: 'y' });

  expect(comparison).toMatchObject({ state: 'differs', differences: [{ part: 'html' }] });
});

test.each([
  ['{{{pm:unsubscribe}}}', 'Postmark writes an address of its own here'],
  ['{{@index}}', 'postrider has no expressions'],
  ['a\n{{#a}}', '#a (line 2) is not closed'],
  ['{{#a}}{{/b}}', '/b (line 1) does not close the block before it'],
  ['{{#if a}}x{{/if}}', '#if a (line 1): Mustachio has only #name, ^name and #each name'],
] as const)('%j of Postmark is a problem, and not guessed', async (html, reason) => {
  const { problems } = await imported(mustachio, html);

  expect(problems).toEqual([expect.stringContaining(reason)]);
});
