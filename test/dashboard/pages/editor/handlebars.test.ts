import { handlebarsAt } from '../../../../dashboard/src/pages/editor/source/handlebars.ts';
import { expect, test } from '../../../jest.ts';

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
