import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diffTemplates } from '../../../../../cli/commands/template/compare/diff-templates.ts';
import { diffText } from '../../../../../cli/commands/template/compare/diff-text.ts';
import { pullFolder } from '../../../../../cli/commands/template/push/pull-folder.ts';
import { pushFolder } from '../../../../../cli/commands/template/push/push-folder.ts';
import { prepareFolder } from '../../../../../cli/folders/prepare-folder.ts';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
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

const template = `{
  "languages": {
    "PT-br": {"subject": "Olá {{name}}"},
    "de": {"subject": "Hallo {{name}}"}
  },
  "language": "EN", "id": "letter", "name": "Letter", "subject": "Hello {{name}}"
}`;
const letter: Record<string, string> = {
  'template.json': template,
  'body.html': '\uFEFF<p>Hello {{name}}</p>\r\n',
  'body.PT-br.html': '<p>Olá {{name}}</p>\r\n',
  'body.PT-br.txt': 'Olá {{name}}\n',
  'body.de.html': '<p>Hallo {{name}}</p>',
};

async function write(folder: string, files: Record<string, string>) {
  await mkdir(join(dir, folder), { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(dir, folder, file), content);
  }
}

async function contents(folder: string) {
  const names = (await readdir(join(dir, folder))).filter((name) => name !== '.postrider.json');
  const files = names.map(async (name) => [name, await readFile(join(dir, folder, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(files));
}

const push = (folder: string) =>
  pushFolder(deployment.ports, {
    ...{ dir: join(dir, folder), accountId: account, dryRun: false, force: true },
    author: { by: 'local', how: 'push' },
    approvals: { required: 0, trustCli: false },
    progress: () => {},
  });
const pull = (folder: string) =>
  pullFolder(deployment.ports, { dir: join(dir, folder), accountId: account, progress: () => {} });

test('a pull of what was pushed only makes the tags canonical, in template.json and in the names of the files', async () => {
  await write('letter', letter);
  await push('letter');

  const [first] = await pull('letter');
  const [again] = await pull('letter');

  const [html, text] = ['body.pt-BR.html', 'body.pt-BR.txt'];
  const removed = ['body.PT-br.html', 'body.PT-br.txt'];
  expect(first).toMatchObject({ written: ['template.json', html, text], removed });
  expect(again).toMatchObject({ written: [], removed: [] });
  expect(await contents('letter')).toMatchObject({
    ...{ 'body.html': letter['body.html'], 'body.de.html': letter['body.de.html'] },
    ...{ [html]: letter['body.PT-br.html'], [text]: letter['body.PT-br.txt'] },
  });
});

test('a pull into an empty folder writes each language, and a push of it changes nothing', async () => {
  await write('letter', letter);
  await push('letter');

  const [pulled] = await pull('other');
  const [pushed] = await push('other');

  expect(pushed).toMatchObject({ id: 'letter', changed: false });
  expect(pulled?.written).toEqual([
    ...['template.json', 'body.html', 'body.de.html', 'body.pt-BR.html', 'body.pt-BR.txt'],
  ]);
  const { 'template.json': written = '', ...bodies } = await contents('other/letter');
  expect(JSON.parse(written)).toEqual({
    ...{ id: 'letter', name: 'Letter', subject: 'Hello {{name}}', language: 'en' },
    languages: { 'pt-BR': { subject: 'Olá {{name}}' }, de: { subject: 'Hallo {{name}}' } },
  });
  expect(bodies).toEqual({
    'body.html': letter['body.html'],
    'body.pt-BR.html': letter['body.PT-br.html'],
    'body.pt-BR.txt': letter['body.PT-br.txt'],
    'body.de.html': letter['body.de.html'],
  });
});

test('a pull removes the files of a language that the template no longer has, and keeps other files', async () => {
  await write('mine', { ...letter, 'body.css': 'notes' });
  await push('mine');
  await write('theirs', {
    'template.json': template.replace(/"PT-br": .*/, ''),
    'body.html': letter['body.html'] ?? '',
    'body.de.html': 'Hallo',
  });
  await push('theirs');
  await writeFile(join(dir, 'mine/body.old.html'), 'not in template.json');

  const [pulled] = await pull('mine');

  expect(pulled).toMatchObject({
    written: ['template.json', 'body.de.html'],
    removed: ['body.PT-br.html', 'body.PT-br.txt'],
  });
  expect(Object.keys(await contents('mine')).sort()).toEqual([
    ...['body.css', 'body.de.html', 'body.html', 'body.old.html', 'template.json'],
  ]);
});

test('a push of one changed language is one revision, and its difference has the name of the language', async () => {
  await write('letter', letter);
  await push('letter');
  await writeFile(join(dir, 'letter/body.de.html'), '<p>Guten Tag {{name}}</p>');

  const { ports } = deployment;
  const prepared = await prepareFolder(join(dir, 'letter'), { ports, accountId: account });
  const diffs = await diffTemplates(ports, account, prepared);
  const [pushed] = await push('letter');

  expect(diffs.map(({ changes }) => changes)).toEqual([['languages']]);
  expect(diffText(diffs, () => 'letter')).toMatch(
    /^--- letter\/de\/html\trevision 1\n\+\+\+ letter\/de\/html\tletter\n/,
  );
  expect(pushed).toMatchObject({ revision: 2, changes: ['languages'] });
});
