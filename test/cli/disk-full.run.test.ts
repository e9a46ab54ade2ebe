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

const read = (folder: string, name: string) => readFile(join(folder, name), 'utf8');

const refusal = (file: string) => ({
  exitCode: 1,
  stdout: '',
  stderr: `Error: The disk is full: ${file} was not written; free some space, then run this again\n`,
});

test.each<[string, string[], string[]]>([
  ['leaves no file, not even a partial one', [], []],
  ['keeps the file that it should replace', ['yesterday'], ['--overwrite']],
])('on a full disk an export %s', async (_, before, options) => {
  const folder = join(cli.dir, `backup-${before.length}`);
  const file = `backup-${before.length}/a.jsonl`;
  await mkdir(folder);
  for (const text of before) await writeFile(join(cli.dir, file), text);

  const ended = await run('account', 'export', accountId, file, ...options);

  const left = await Promise.all((await readdir(folder)).map((name) => read(folder, name)));
  expect(ended).toEqual(refusal(file));
  expect(left).toEqual(before);
});

test('on a full disk a pull leaves each file complete, old or new', async () => {
  const folder = join(cli.dir, 'templates/large');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'body.html'), 'yesterday');

  const ended = await run('template', 'pull', 'templates');

  expect(ended).toEqual(refusal('templates/large/body.html'));
  expect((await readdir(folder)).sort()).toEqual(['body.html', 'template.json']);
  expect(await read(folder, 'body.html')).toBe('yesterday');
  expect(JSON.parse(await read(folder, 'template.json'))).toEqual({
    id: 'large',
    name: 'Large',
    subject: 's',
  });
});
