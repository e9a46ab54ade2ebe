import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { expect, test } from '../../jest.ts';
import { startCommandLine } from '../command-line.ts';
import { wordsOf } from '../in-process.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
await cli.run(wordsOf(`suppression add ada@example.com --account ${accountId}`));

const list = (options = '') => cli.json('trail', 'list', ...wordsOf(options));

test('trail list shows who changed what, by the CLI, without the address of a recipient', async () => {
  const { exitCode, stdout } = await cli.run(wordsOf('trail list --action suppression.'));

  const [heading, row, ...others] = stdout.trimEnd().split('\n');
  expect([exitCode, others]).toEqual([0, []]);
  expect(heading).toMatch(/^TIME +WHO +BY +ACTION +TARGET +CHANGE$/);
  expect(row).toMatch(/^[\d-]+ [\d:]+ +local +cli +suppression\.added +person:[0-9A-Za-z]{22}$/);
});

test('trail list finds the entries about a recipient by the address, in any case', async () => {
  const found = await list('--person ADA@example.com --since 1d');

  const entry = { action: 'suppression.added', door: 'cli', requestId: null, change: {} };
  expect(found).toMatchObject({ answer: { entries: [entry], nextCursor: null } });
  expect(await list('--person eve@example.com')).toMatchObject({ answer: { entries: [] } });
});

test.each([
  ['--person ada', '"ada" is not a valid email address: it has no @'],
  ['--cursor x', 'The cursor is not from this list: take the one at the end of a page'],
])('trail list %s is refused', async (options, sentence) => {
  const ended = await cli.run(wordsOf(`trail list ${options}`));

  expect(ended.exitCode).toBe(1);
  expect(ended.stderr).toContain(sentence);
});

test('trail export writes one entry a line, the oldest first, and its own entry before it', async () => {
  const file = join(cli.dir, 'trail.jsonl');

  const exported = await cli.json('trail', 'export', '--out', file);
  const again = await cli.run(['trail', 'export', '--out', file]);

  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const actions = lines.map((line) => JSON.parse(line).action);
  expect(exported).toEqual({ exitCode: 0, answer: { accountId, file, entries: lines.length } });
  expect(actions).toEqual(['account.created', 'suppression.added']);
  expect(again).toMatchObject({ exitCode: 1 });
  expect(again.stderr).toContain(`${file} exists already: name another file, or add --overwrite`);
  const own = { entries: [{ change: { entries: lines.length } }] };
  expect(await list('--action trail.exported')).toMatchObject({ answer: own });
});
