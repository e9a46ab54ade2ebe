import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey } from '../../../../shared/keys/api-key.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';
import { refused } from '../../in-process.ts';

const cli = await startCommandLine();
let account: string[];
beforeEach(async () => {
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
  expect(url).toBe(`http://127.0.0.1:1/doors/supabase/${hookId}`);
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

test('a hook is a key that cannot be rotated', async () => {
  const { hookId } = await created();

  expect(await cli.run(['key', 'rotate', hookId])).toEqual(
    refused(`${hookId} is a hook: create another one with hook create, then delete it`),
  );
});

test('hook create needs a deployment with doors', async () => {
  const file = join(cli.dir, 'deployment.json');
  const written = await readFile(file, 'utf8');
  await writeFile(file, written.replace('DoorsUrl', 'OldUrl'));

  expect(await cli.run([...create, ...account])).toEqual(
    refused('This deployment has no doors: set "doors": true in its settings and deploy'),
  );
});
