import {
  handlebarsAt,
  withoutHandlebars,
} from '../../../../dashboard/src/pages/editor/source/handlebars.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['a loop', '{{#each items}}{{this.title}}{{/each}}', '{{#items}}{{title}}{{/items}}'],
  ['a loop over texts', '{{#each tags}}{{this}}{{/each}}', '{{#tags}}{{.}}{{/tags}}'],
  [
    'a condition with an else',
    '{{#if paid}}Paid{{else}}Due{{/if}}',
    '{{#paid}}Paid{{/paid}}{{^paid}}Due{{/paid}}',
  ],
  ['an unless', '{{#unless paid}}Due{{/unless}}', '{{^paid}}Due{{/paid}}'],
  [
    'a condition on a list',
    '{{#if items}}{{#each items}}x{{/each}}{{/if}}',
    '{{#items.length}}{{#items}}x{{/items}}{{/items.length}}',
  ],
  [
    'blocks in one another',
    '{{#each a}}{{#if b}}x{{/if}}{{else}}none{{/each}}',
    '{{#a}}{{#b}}x{{/b}}{{/a}}{{^a}}none{{/a}}',
  ],
  [
    'nothing in a source of postrider',
    '{{#a}}{{b|this}}{{/a}}{{> c}}',
    '{{#a}}{{b|this}}{{/a}}{{> c}}',
  ],
  ['nothing that belongs to no block', '{{else}}{{/each}}', '{{else}}{{/each}}'],
])('pasted Handlebars is written as sections: %s', (_what, source, written) => {
  expect(withoutHandlebars(source)).toBe(written);
});

test.each([
  [
    '{{#each receipt_details}}',
    '{{#each receipt_details}} is Handlebars: write {{#receipt_details}} … {{/receipt_details}}',
  ],
  ['{{else}}', '{{else}} is Handlebars: close the section with {{/name}} and open {{^name}}'],
  ['{{/if}}', '{{/if}} is Handlebars: write {{/name}} with the name of the section'],
  ['{{#unless paid}}', '{{#unless paid}} is Handlebars: write {{^paid}} … {{/paid}}'],
  ['{{this.a}}', '{{this.a}} is Handlebars: write {{.}} for the item, {{name}} for a value in it'],
  ['{{#items}}', null],
  ['{{thisOne}}', null],
])('the words for the tag %s of Handlebars are %j', (tag, words) => {
  expect(handlebarsAt(`<p>${tag}`, 3)).toBe(words);
});
