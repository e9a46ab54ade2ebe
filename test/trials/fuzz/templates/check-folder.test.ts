import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { compileTemplate } from '../../../../shared/engine/render/compile-template.ts';
import { checkSource } from '../../../../trials/fuzz/templates/folder/check-source.ts';
import { checkFolder } from '../../../../trials/fuzz/templates/folder/run.ts';
import { sampleValues } from '../../../../trials/fuzz/templates/folder/sample-values.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('each HTML file of a folder and those within it is said to be saved, or why it is not', async () => {
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

test('a folder without HTML files is a fault', async () => {
  const text = `There is no HTML file in ${folder}\n`;

  expect(await checkFolder(folder)).toEqual({ held: false, text });
});

test.each([
  [
    'sections of lists, records and texts',
    '{{#a}}{{b}} {{c.d}}{{#e}}{{.}}{{/e}}{{/a}}{{^a}}{{b}}{{/a}}{{c.d}}',
  ],
  ['a default, which mustache.js has not', '{{a|b}} {{ c | d e }}{{f|}}'],
  ['a style, where most text is refused', '<p style="color:{{a}}">{{b}}</p>'],
  ['lines of their own for sections', '<ul>\n  {{#a}}\n  <li>{{.}}\n  {{/a}}\n</ul>\n'],
])('nothing is wrong with %s', (_, html) => {
  expect(checkSource(html)).toEqual([]);
});

test('every name has a value wherever it is looked up, and sections are entered twice', () => {
  const html = '{{#orders}}{{id}} {{customer.name}}{{/orders}}{{^orders}}{{note}}{{/orders}}';
  const { variables } = compileTemplate({ subject: 'x', html, text: null });
  const inner = { id: 'x', customer: { name: 'x' }, note: 'x' };

  const entered = sampleValues(variables, { text: 'x', entersSections: true });
  const skipped = sampleValues(variables, { text: 'x', entersSections: false });

  expect(entered).toEqual({ ...inner, orders: [inner, inner] });
  expect(skipped).toEqual({ ...inner, orders: [] });
});
