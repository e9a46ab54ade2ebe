import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccount } from '../../shared/manage/accounts.ts';
import { createTemplate } from '../../shared/manage/templates/save-template.ts';
import { bareEnvironment } from '../bare-environment.ts';
import { expect, test } from '../jest.ts';
import { nodeInLittleRoom } from '../little-room.ts';
import { startCommandLine } from './command-line.ts';

const main = fileURLToPath(new URL('../../bin/command.ts', import.meta.url));

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
const random = Array.from({ length: 20_000 }, () => Math.random().toString(36)).join('');
const source = { templateId: 'large', name: 'Large', subject: 's', html: random };
await createTemplate(cli.ports, accountId, source);

const run = (...words: string[]) =>
  nodeInLittleRoom(32, [main, ...words], {
    cwd: cli.dir,
    env: { ...bareEnvironment(), POSTRIDER_DATA: cli.dir },
  });

const refusal = (file: string) => ({
  exitCode: 1,
  stdout: '',
  stderr: `Error: The disk is full: ${file} was not written; free some space, then run this again\n`,
});

test('on a full disk an export leaves no file, not even a partial one', async () => {
  await mkdir(join(cli.dir, 'new'));

  const ended = await run('account', 'export', accountId, 'new/backup.jsonl');

  expect(ended).toEqual(refusal('new/backup.jsonl'));
  expect(await readdir(join(cli.dir, 'new'))).toEqual([]);
});

test('on a full disk an export keeps the file that it should replace', async () => {
  await mkdir(join(cli.dir, 'old'));
  await writeFile(join(cli.dir, 'old/backup.jsonl'), 'yesterday');

  const ended = await run('account', 'export', accountId, 'old/backup.jsonl', '--overwrite');

  expect(ended).toEqual(refusal('old/backup.jsonl'));
  expect(await readdir(join(cli.dir, 'old'))).toEqual(['backup.jsonl']);
  expect(await readFile(join(cli.dir, 'old/backup.jsonl'), 'utf8')).toBe('yesterday');
});

test('on a full disk a pull leaves each file complete, old or new', async () => {
  const folder = join(cli.dir, 'templates/large');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'body.html'), 'yesterday');

  const ended = await run('template', 'pull', 'templates');

  expect(ended).toEqual(refusal('templates/large/body.html'));
  expect((await readdir(folder)).sort()).toEqual(['body.html', 'template.json']);
  expect(await readFile(join(folder, 'body.html'), 'utf8')).toBe('yesterday');
  expect(JSON.parse(await readFile(join(folder, 'template.json'), 'utf8'))).toEqual({
    id: 'large',
    name: 'Large',
    subject: 's',
  });
});
