import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFolder, faultOf } from '../../../../trials/fuzz/templates/folder.ts';
import { expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

test('fuzz templates --folder says of each HTML file whether it is accepted, or why not', async () => {
  const folder = temporaryFolder();
  await writeFile(
    join(folder, 'good.html'),
    '<a href="{{url}}&amp;a={{a}}">{{#list}}{{x}}{{/list}}</a>',
  );
  await writeFile(join(folder, 'bad.HTM'), '<p>\n<img alt={{a}}>');

  expect(await checkFolder(folder)).toEqual({
    held: false,
    text: `bad.HTM: refused 2:10 {{a}} is in an attribute without quotes: write alt="{{a}}"
1 of 2 HTML files are saved, and render as in mustache.js
`,
  });
});

test.each([
  [
    'sections of lists, records and texts',
    '{{#a}}{{b}} {{c.d}}{{#e}}{{.}}{{/e}}{{/a}}{{^a}}{{b}}{{/a}}{{c.d}}',
  ],
  ['a default, which mustache.js lacks', '{{a|b}} {{ c | d e }}{{f|}}'],
  ['a style, where most text is refused', '<p style="color:{{a}}">{{b}}</p>'],
])('fuzz templates --folder finds no fault in %s', (_, html) => {
  expect(faultOf(html)).toBeNull();
});
