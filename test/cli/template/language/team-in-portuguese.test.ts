import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { keepCopy } from '../../../../shared/adapters/tables/copies-table.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { newTestMessageId } from '../../../../shared/message/message-id.ts';
import { afterEach, beforeEach, expect, test } from '../../../jest.ts';
import { messageRecord } from '../../../shared/manage/message-records.ts';
import { type CommandLine, startCommandLine } from '../../command-line.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

let cli: CommandLine;
let accountId: string;
let team: string;

/** A copy of the example, with the client and the types of Node in the place of installed packages. */
beforeEach(async () => {
  cli = await startCommandLine();
  ({ accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' }));
  team = join(cli.dir, 'team');
  await cp(join(root, 'docs/examples/team'), team, { recursive: true });
  await mkdir(join(team, 'node_modules/@postrider'), { recursive: true });
  await mkdir(join(team, 'node_modules/@types'));
  await symlink(join(root, 'client'), join(team, 'node_modules/@postrider/client'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(team, 'node_modules', name));
  }
});
afterEach(() => cli.stop());

const template = (command: string, ...words: string[]) =>
  cli.run(['template', command, join(team, 'templates'), ...words]);
const writeTypes = () => template('types', '--out', join(team, 'src/postrider.d.ts'));

/** Compiles the code of the example, as its workflow does. */
async function compile(): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
  const done = promisify(execFile)(process.execPath, [tsc], { cwd: team });
  return (await done.catch((failed: { stdout: string }) => failed)).stdout;
}

/** Records a mail of a test key in a language, and its copy, which is always kept. */
async function sent(language: string): Promise<void> {
  const nowMs = Date.now() - 3_600_000;
  const place = { accountId, messageId: newTestMessageId(nowMs) };
  const ends = Math.floor(Date.now() / 1000) + 86_400;
  const record = messageRecord({
    ...place,
    ...{ templateId: 'password-reset', revision: 1, language, expiresAt: ends },
    createdAt: new Date(nowMs).toISOString(),
  });
  const { client, name: TableName } = cli.ports.messages;
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
  const variables = { name: 'Ada', link: 'https://shop.example/reset/token-1' };
  const given = { _language: language };
  await keepCopy(cli.ports.messages, place, { variables, given, bodies: null }, ends);
}

test('a new variable that would break mails in Portuguese alone is stopped by push, lint, the compiler and a replay', async () => {
  await template('push');
  await sent('en');
  await sent('pt');
  const before = [await template('lint', '--max-warnings', '0'), await writeTypes()];
  const compiledBefore = await compile();

  await appendFile(join(team, 'templates/password-reset/body.pt.html'), '<p>{{plan}}</p>\n');
  const [pushed, linted, replayed] = [
    await template('push'),
    await template('lint'),
    await template('replay'),
  ];
  await writeTypes();
  const compiled = await compile();

  const place = 'team/templates/password-reset/body.pt.html:5:4';
  expect(before.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(compiledBefore).toBe('');
  expect(pushed).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`${place} plan is`),
  });
  expect(linted).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining(`${place} error language-variable`),
  });
  expect(replayed).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('1 the same · 1 would fail: Missing required variables: plan'),
  });
  expect(compiled).toMatch(
    /^src\/password-reset\.js\(\d+,\d+\): error TS2741: .*'plan' is missing/,
  );
});
