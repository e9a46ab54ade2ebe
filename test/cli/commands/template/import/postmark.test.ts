import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importTemplates } from '../../../../../cli/commands/template/import/import-templates.ts';
import { readPostmark } from '../../../../../cli/commands/template/import/sources/postmark.ts';
import { beforeEach, expect, test } from '../../../../jest.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { answerOf, runHere, wordsOf } from '../../../in-process.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const publicTemplates = fileURLToPath(new URL('fixtures/postmark-templates', import.meta.url));

async function write(files: Record<string, string | object>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, 'pulled', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const run = (line: string) => runHere(wordsOf(line), {}, folder);
const importFrom = async (dir = 'pulled') =>
  answerOf(await run(`template import ${dir} --from postmark --out templates --json`));

const contentOf = (file: string) => readFile(join(folder, 'templates', file), 'utf8');

const welcome = {
  'welcome/content.html':
    '<p>Hello {{name}}</p>{{#items}}<ul>{{#each .}}<li>{{x}}</li>{{/each}}</ul>{{/items}}',
  'welcome/content.txt': 'Hello {{name}}',
  'welcome/meta.json': {
    ...{ Name: 'Welcome', Alias: 'welcome', Subject: 'Hello {{name}}', TemplateType: 'Standard' },
    TestRenderModel: { name: 'Ada', items: [{ x: 'a' }, { x: 'b' }] },
  },
};

test('a folder of postmark templates pull is written as folders of templates, with its test data', async () => {
  await write(welcome);

  const same = { problems: [], comparison: { state: 'same' } };
  expect(await importFrom()).toMatchObject({
    exitCode: 0,
    answer: { clean: true, templates: [{ id: 'welcome', origin: 'welcome', ...same }] },
  });
  expect(await contentOf('welcome/body.txt')).toBe('Hello {{name}}');
  const template = { id: 'welcome', name: 'Welcome', subject: 'Hello {{name}}' };
  expect(JSON.parse(await contentOf('welcome/template.json'))).toEqual(template);
  expect(JSON.parse(await contentOf('welcome/test-data.json'))).toEqual(
    welcome['welcome/meta.json'].TestRenderModel,
  );
});

test('a problem names the file that was written, its line and its column, and the exit code is 1', async () => {
  await write({
    'a/content.html': '<p>\n{{@index}}</p>',
    'a/meta.json': { Name: 'A', Alias: 'a', Subject: '{{{pm:unsubscribe}}}' },
  });

  const { exitCode, stdout } = await run('template import pulled --from postmark --out templates');
  const linted = await run('template lint templates');
  expect([exitCode, linted.exitCode]).toEqual([1, 1]);
  expect(stdout).toContain(
    `templates/a/body.html:2:1 postrider has no expressions and no @ variables`,
  );
  expect(stdout).toMatch(/templates\/a\/template\.json:4:\d+ Postmark writes an address/);
  expect(linted.stdout).toContain('error invalid-template: "not imported: @index');
});

const layout = {
  '_layouts/base/content.html': '<html>{{{@content}}}<i>{{company}}</i></html>',
  '_layouts/base/content.txt': '{{{@content}}}\n-- {{company}}',
  '_layouts/base/meta.json': {
    ...{ Name: 'Base', Alias: 'base', TemplateType: 'Layout' },
    TestRenderModel: { company: 'Acme' },
  },
  'note/content.html': '<p>{{name}}</p>',
  'note/content.txt': '{{name}}',
  'note/meta.json': {
    ...{ Name: 'Note', Alias: 'note', Subject: 'Note' },
    ...{ TemplateType: 'Standard', LayoutTemplate: 'base' },
    TestRenderModel: { name: 'Ada & Bob' },
  },
};

test('a layout becomes a partial with {{> content}}, and its templates render with it as at Postmark', async () => {
  await write(layout);

  const [base, note] = await importTemplates(await readPostmark(join(folder, 'pulled')));
  expect([base?.source, base?.comparison, note?.source, note?.comparison]).toEqual([
    {
      ...{ templateId: 'base', name: 'Base', kind: 'partial', subject: '' },
      html: '<html>{{> content}}<i>{{company}}</i></html>',
      text: '{{> content}}\n\n-- {{company}}',
      testData: { company: 'Acme' },
    },
    null,
    {
      ...{ templateId: 'note', name: 'Note', layout: 'base', subject: 'Note' },
      html: '<p>{{name}}</p>',
      text: '{{name}}',
      testData: { company: 'Acme', name: 'Ada & Bob' },
    },
    { state: 'same' },
  ]);
});

test.each<[string, Record<string, string | object>, object[]]>([
  [
    'a template whose layout could not be imported is not rendered, and its own problems are its own',
    { '_layouts/base/content.html': '{{{@content}}}{{@index}}' },
    [
      { id: 'base', problems: [{ code: 'not-imported' }], comparison: null },
      { id: 'note', problems: [], comparison: null },
    ],
  ],
  [
    'a problem of a layout is named once, and not for each of its templates',
    { '_layouts/base/content.html': '<a href={{url}}>{{{@content}}}</a>' },
    [
      { id: 'base', problems: [{ file: 'templates/base/body.html', line: 1, column: 9 }] },
      { id: 'note', problems: [], comparison: null },
    ],
  ],
])('%s', async (_, files, templates) => {
  await write({ ...layout, ...files });

  expect(await importFrom()).toMatchObject({ exitCode: 1, answer: { templates } });
});

test('a public template of Postmark without test data gets some, and renders as at Postmark', async () => {
  const { exitCode, answer } = await importFrom(publicTemplates);

  expect(exitCode).toBe(0);
  expect(answer.templates).toMatchObject([
    { id: 'comment-notification', problems: [], comparison: { state: 'same' } },
  ]);
  expect(JSON.parse(await contentOf('comment-notification/test-data.json'))).toMatchObject({
    body: 'body',
    attachment_details: [{ attachment_url: 'attachment_url' }],
  });
});

test('an import writes nothing if one of the folders is there already', async () => {
  await write({ ...welcome, 'another/content.html': 'x' });
  await mkdir(join(folder, 'templates/welcome'), { recursive: true });

  const { exitCode, answer } = await importFrom();
  expect(exitCode).toBe(1);
  expect(answer.error).toBe(
    'Nothing was written: templates/welcome is there already: name another folder with --out, or remove that one',
  );
  expect(await readdir(join(folder, 'templates'))).toEqual(['welcome']);
});

test.each([
  [{ 'a/meta.json': '{' }, 'pulled/a/meta.json:1:2'],
  [{ 'a/meta.json': { Alias: 'a' } }, 'pulled/a/meta.json must be the file'],
  [{ 'a/readme.md': 'x' }, 'holds no template of Postmark'],
] as const)('a folder that Postmark did not write so is refused: %j', async (files, reason) => {
  await write(files);

  const { exitCode, answer } = await importFrom();
  expect(exitCode).toBe(1);
  expect(JSON.stringify(answer)).toContain(reason);
  expect(await readdir(folder)).toEqual(['pulled']);
});

test('an alias that is no id gets hyphens, and two that become the same get a number', async () => {
  const files = ['order.sent', 'order-sent'].map((alias) => [
    [`${alias}/content.html`, 'x'],
    [`${alias}/meta.json`, { Name: alias, Alias: alias, Subject: 's' }],
  ]);
  await write(Object.fromEntries(files.flat()));

  const { answer } = await importFrom();
  expect(answer.templates).toMatchObject([
    { id: 'order-sent', origin: 'order-sent' },
    { id: 'order-sent-2', origin: 'order.sent' },
  ]);
});
