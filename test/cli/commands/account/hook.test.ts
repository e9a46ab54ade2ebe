import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey } from '../../../../shared/keys/api-key.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';
import { refused } from '../../in-process.ts';

const cli = await startCommandLine();
const file = join(cli.dir, 'deployment.json');
const written = JSON.parse(await readFile(file, 'utf8'));
const DoorsUrl = 'http://127.0.0.1:1/doors';
const withDoors = { ...written, outputs: { ...written.outputs, DoorsUrl } };
let account: string[];
beforeEach(async () => {
  await writeFile(file, JSON.stringify(withDoors));
  const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
  account = ['--account', accountId];
});

const project = 'https://abcd.supabase.co';
const create = ['hook', 'create', 'supabase', '--name', 'app', '--project', project];

/** Creates a hook with more options; returns what `--json` prints. */
async function created(...more: string[]) {
  const { answer } = await cli.json(...create, ...more, ...account);
  return answer as { hookId: string; url: string; secret: string };
}

test('hook create prints an address that only the caller knows, and the secret as Supabase takes it', async () => {
  const { hookId, url, secret } = await created('--template', 'email_change=moved', '--test');
  const stored = await readKey(cli.ports.keys, hashApiKey(hookId));

  expect(hookId).toMatch(/^hook_[0-9A-Za-z]{22}$/);
  expect(url).toBe(`${DoorsUrl}/supabase/${hookId}`);
  expect(secret).toMatch(/^v1,whsec_[0-9A-Za-z+/]{43}=$/);
  expect(stored).toMatchObject({
    ...{ keyId: hookId, name: 'app', test: {}, scopes: ['execute:supabase-*', 'execute:moved'] },
    hook: JSON.stringify({
      secret: secret.slice(3),
      project,
      templates: { email_change: 'moved' },
    }),
  });
});

test('hooks are listed without their secrets, also among the keys, until one is deleted', async () => {
  const { hookId, secret } = await created('--template', 'signup=welcome');
  const listed = await cli.run(['hook', 'list', ...account]);
  const keys = await cli.run(['key', 'list', ...account]);
  await cli.run(['hook', 'delete', hookId, ...account]);
  const { answer } = await cli.json('hook', 'list', ...account);

  for (const { stdout } of [listed, keys]) {
    expect(stdout).toContain(hookId);
    expect(stdout).not.toContain(secret.slice(0, 20));
  }
  expect(listed.stdout).toContain('signup=welcome supabase-*');
  expect(answer).toMatchObject({ hooks: [{ keyId: hookId, project, status: 'revoked' }] });
});

test('an imported account names the command that creates a hook like the exported one', async () => {
  await created('--template', 'signup=welcome', '--test');
  const file = join(cli.dir, 'hooks.jsonl');
  const [, accountId = ''] = account;
  await cli.run(['account', 'export', accountId, file]);

  const { answer } = await cli.json('account', 'import', file, '--as', `${accountId}x`);

  expect(await readFile(file, 'utf8')).not.toContain('"secret"');
  expect(answer).toMatchObject({
    keyCommands: [
      `npm run -s postrider -- hook create supabase --account ${accountId}x --name app --project ${project} --template signup=welcome --test`,
    ],
  });
});

test.each([
  [['--project', 'https://abcd.supabase.co/auth'], 2, 'without a path'],
  [['--project', 'http://abcd.supabase.co'], 2, 'must be an address such as'],
  [['--project', 'abcd'], 2, 'must be an address such as'],
  [['--template', 'signup'], 2, "argument 'signup' is invalid. It must be an action"],
  [['--template', 'Sign Up=welcome'], 2, 'as in signup=welcome'],
  [['--name', ''], 1, 'The name must not be empty'],
])('hook create refuses %j', async (options, exitCode, sentence) => {
  const ended = await cli.run([...create, ...options, ...account]);

  expect({ ...ended, stderr: '' }).toEqual({ exitCode, stdout: '', stderr: '' });
  expect(ended.stderr).toContain(sentence);
});

test('hook create needs a deployment with doors', async () => {
  await writeFile(file, JSON.stringify(written));

  expect(await cli.run([...create, ...account])).toEqual(
    refused('This deployment has no doors: set "doors": true in its settings and deploy'),
  );
});

test('only a hook is deleted as a hook, and no key is created like it', async () => {
  const { hookId } = await created();
  const { answer } = await cli.json('key', 'list', ...account);
  const { keys } = answer as { keys: { keyId: string }[] };

  expect(keys.map(({ keyId }) => keyId)).toEqual([hookId]);
  expect(await cli.run(['key', 'rotate', hookId])).toEqual(
    refused(`${hookId} is a hook: create another one with hook create, then delete it`),
  );
  expect(await cli.run(['hook', 'delete', 'key_1', ...account])).toMatchObject({
    ...{ exitCode: 2, stderr: expect.stringContaining('the id of a hook begins with hook_') },
  });
});
