import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import {
  checkFolder,
  checkSource,
  sampleValues,
} from '../../../../trials/fuzz/templates/folder.ts';
import { expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

test('fuzz templates --folder says of each HTML file whether it is accepted, or why not', async () => {
  const folder = temporaryFolder();
  await mkdir(join(folder, 'inner'));
  await writeFile(
    join(folder, 'good.html'),
    '<a href="{{url}}&amp;a={{a}}">{{#list}}{{x}}{{/list}}</a>',
  );
  await writeFile(join(folder, 'inner/bad.HTM'), '<p>\n<img alt={{a}}>');
  await writeFile(join(folder, 'other.txt'), '{{');

  expect(await checkFolder(folder)).toEqual({
    held: false,
    text: `inner/bad.HTM: refused 2:10 {{a}} is in an attribute without quotes: write alt="{{a}}"
1 of 2 HTML files are saved, and render as in mustache.js
`,
  });
});

test('fuzz templates --folder fails for a folder without HTML files', async () => {
  const folder = temporaryFolder();
  const text = `There is no HTML file in ${folder}\n`;

  expect(await checkFolder(folder)).toEqual({ held: false, text });
});

test.each([
  [
    'sections of lists, records and texts',
    '{{#a}}{{b}} {{c.d}}{{#e}}{{.}}{{/e}}{{/a}}{{^a}}{{b}}{{/a}}{{c.d}}',
  ],
  ['a default, which mustache.js lacks', '{{a|b}} {{ c | d e }}{{f|}}'],
  ['a style, where most text is refused', '<p style="color:{{a}}">{{b}}</p>'],
  ['separate lines for sections', '<ul>\n  {{#a}}\n  <li>{{.}}\n  {{/a}}\n</ul>\n'],
])('fuzz templates --folder finds no fault in %s', (_, html) => {
  expect(checkSource(html)).toEqual([]);
});

test('sample values have every name in each of its scopes, and sections are entered twice', () => {
  const html = '{{#orders}}{{id}} {{customer.name}}{{/orders}}{{^orders}}{{note}}{{/orders}}';
  const { variables } = compileTemplate({ subject: 'x', html, text: null });
  const inner = { id: 'x', customer: { name: 'x' }, note: 'x' };

  const entered = sampleValues(variables, { text: 'x', entersSections: true });
  const skipped = sampleValues(variables, { text: 'x', entersSections: false });

  expect(entered).toEqual({ ...inner, orders: [inner, inner] });
  expect(skipped).toEqual({ ...inner, orders: [] });
});
