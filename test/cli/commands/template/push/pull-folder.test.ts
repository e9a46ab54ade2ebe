import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pullFolder } from '../../../../../cli/commands/template/push/pull-folder.ts';
import { pushFolder } from '../../../../../cli/commands/template/push/push-folder.ts';
import { unfinishedOf } from '../../../../../cli/files/whole-file.ts';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
import { prepareTemplate } from '../../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { beforeEach, expect, test } from '../../../../jest.ts';
import { startDeployment } from '../../../../management.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';

let account: string;
let dir: string;
const deployment = await startDeployment();
beforeEach(async () => {
  ({ accountId: account } = await createAccount(deployment.ports, { name: 'A', plan: 'free' }));
  dir = temporaryFolder();
});

const flow = { nodes: [{ id: 'mail', type: 'template' }], edges: [] };
const full: TemplateSource = {
  templateId: 'full',
  name: 'Full',
  subject: 'Hello "{{name}}"',
  html: '\uFEFF<p>{{name}}</p>\r\n<!-- ü -->',
  text: 'Hello {{name}}\r\n',
  flow,
  keep: '7d',
  secret: ['code', 'user.token'],
  tags: ['billing', 'Käufer 2'],
  testData: { name: 'Ada' },
};
const bare: TemplateSource = { templateId: 'bare', name: 'Bare', subject: '', html: '<p></p>' };

async function save(...sources: TemplateSource[]) {
  const preparations = await Promise.all(sources.map((source) => prepareTemplate(source)));
  const prepared = preparations.flatMap((one) => (one.ok ? [one.prepared] : []));
  await pushTemplates(deployment.ports, account, prepared);
}

const pull = (folder: string) =>
  pullFolder(deployment.ports, { dir: folder, accountId: account, progress: () => {} });
const push = (folder: string) =>
  pushFolder(deployment.ports, {
    ...{ dir: folder, accountId: account, dryRun: false, force: false },
    author: { by: 'local', how: 'push' },
    approvals: { required: 0, trustCli: false },
    progress: () => {},
  });
const content = (file: string) => readFile(join(dir, file), 'utf8');

test('a pull into an empty folder writes every file, and a push of them changes nothing', async () => {
  await save(full, bare);

  const pulled = await pull(join(dir, 'new/templates'));
  const pushed = await push(join(dir, 'new/templates'));

  expect(pulled.map(({ id, written }) => [id, written])).toEqual([
    ['bare', ['template.json', 'body.html']],
    ['full', ['template.json', 'body.html', 'body.txt', 'test-data.json']],
  ]);
  expect(pushed.map(({ changed }) => changed)).toEqual([false, false]);
  expect(await content('new/templates/full/body.html')).toBe(full.html);
  expect(JSON.parse(await content('new/templates/full/template.json'))).toEqual({
    ...{ id: 'full', name: 'Full', subject: 'Hello "{{name}}"' },
    ...{ keep: '7d', secret: ['code', 'user.token'], tags: ['billing', 'Käufer 2'], flow },
  });
});

test("a pull writes into the folder with the template's id, and keeps unchanged files", async () => {
  await save(full);
  const folder = join(dir, 'eigener-name');
  await mkdir(folder);
  const template =
    '{"name":"Full", "id":"full",  "subject":"Hello \\"{{name}}\\"", "secret": ["code","user.token"],"keep":"7d","tags":["billing","Käufer 2"]}';
  await writeFile(join(folder, 'template.json'), template);
  await writeFile(join(folder, 'flow.json'), JSON.stringify(flow));
  await writeFile(join(folder, 'body.html'), 'mine');
  await writeFile(join(folder, 'notes.md'), 'kept');

  const written = ['body.html', 'body.txt', 'test-data.json'];
  expect(await pull(dir)).toEqual([{ id: 'full', revision: 1, folder, written, removed: [] }]);
  expect(await readdir(dir)).toEqual(['.postrider.json', 'eigener-name']);
  expect(await content('eigener-name/template.json')).toBe(template);
  expect(await content('eigener-name/notes.md')).toBe('kept');
});

test('a pull deletes files that the template no longer has', async () => {
  await save(full);
  await pull(dir);
  await save({ ...bare, templateId: 'full' });

  const [pulled] = await pull(dir);
  const [pushed] = await push(dir);

  expect(pulled).toMatchObject({
    written: ['template.json', 'body.html'],
    removed: ['body.txt', 'test-data.json'],
  });
  expect(pushed).toMatchObject({ changed: false });
});

test("a pull into one template's folder pulls only that template", async () => {
  await save(full, bare);
  await pull(dir);
  await writeFile(join(dir, 'bare/body.html'), 'mine');

  const pulled = await pull(join(dir, 'bare'));

  expect(pulled).toEqual([
    { id: 'bare', revision: 1, folder: join(dir, 'bare'), written: ['body.html'], removed: [] },
  ]);
});

test('a pull refuses to overwrite another template, and writes nothing', async () => {
  await save(full, bare);
  await mkdir(join(dir, 'full'));
  await writeFile(join(dir, 'full/template.json'), '{"id": "other", "name": "Other"}');

  const refused = pull(dir);

  await expect(refused).rejects.toThrow(
    `Nothing was written: ${join(dir, 'full')} holds the template other, but full must be written there; rename that folder first`,
  );
  expect(await readdir(dir)).toEqual(['full']);
});

const broken = 'a folder whose template.json is broken';
test.each([
  ['a file', 'x', '', 'is a file: name a folder'],
  [broken, 'y/template.json', '{', 'contains no template id: fix it'],
])('V5.3.2 a pull into %s is refused', async (_, file, text, sentence) => {
  await save(bare);
  await mkdir(join(dir, 'y'));
  await writeFile(join(dir, file), text);

  const refused = pull(join(dir, file.split('/')[0] ?? ''));

  await expect(refused).rejects.toThrow(sentence);
});

test('a pull writes into the named folder if that is a link', async () => {
  await save(bare);
  await mkdir(join(dir, 'real'));
  await symlink(join(dir, 'real'), join(dir, 'templates'));

  await pull(join(dir, 'templates'));

  expect(await content('real/bare/body.html')).toBe(bare.html);
});

test.each([
  ['a template', 'outside/template.json'],
  ['anything else', 'outside/notes.md'],
])('a pull writes nothing if the folder of a template is a link to %s', async (_, file) => {
  await save(bare, full);
  await mkdir(join(dir, 'outside'));
  await mkdir(join(dir, 'templates'));
  await writeFile(join(dir, file), '{"id": "full"}');
  await symlink(join(dir, 'outside'), join(dir, 'templates/full'));

  const error = await pull(join(dir, 'templates')).catch((thrown: Error) => thrown.message);

  expect(error).toMatch(/^Nothing was written: \S+\/templates\/full is a link/);
  expect(await readdir(join(dir, 'templates'))).toEqual(['full']);
  expect(await readdir(join(dir, 'outside'))).toEqual([file.replace('outside/', '')]);
});

test.each(['template.json', 'flow.json', 'body.html', 'body.txt', 'test-data.json'])(
  'a pull is refused if %s is a link, and does not write through it',
  async (name) => {
    await save(full);
    await writeFile(join(dir, 'secret'), 'mine');
    await mkdir(join(dir, 'templates/full'), { recursive: true });
    await symlink(join(dir, 'secret'), join(dir, 'templates/full', name));

    await expect(pull(join(dir, 'templates'))).rejects.toThrow(
      `${join(dir, 'templates/full', name)} is a link: put the file itself here`,
    );

    expect(await content('secret')).toBe('mine');
  },
);

test('a pull does not write through a link with the name of its temporary file', async () => {
  await save(bare);
  await mkdir(join(dir, 'bare'));
  await writeFile(join(dir, 'secret'), 'mine');
  await symlink(join(dir, 'secret'), unfinishedOf(join(dir, 'bare/body.html')));

  await pull(dir);

  expect(await content('secret')).toBe('mine');
  expect(await content('bare/body.html')).toBe(bare.html);
  expect((await readdir(join(dir, 'bare'))).sort()).toEqual(['body.html', 'template.json']);
});
