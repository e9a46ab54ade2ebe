import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { listKeys } from '../../../../shared/manage/keys.ts';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
await mkdir(join(cli.dir, 'logs'));

/** Creates a key as at a terminal, where the command also prints a request. */
async function createdAtTerminal(scopes: string[]) {
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  try {
    return await create(...scopes.flatMap((scope) => ['--scope', scope]));
  } finally {
    process.stderr.isTTY = isTTY;
  }
}

const create = (...words: string[]) => cli.run(['key', 'create', '--name', 'ci', ...words]);

test('key create makes a test key with a redirect, an allow-list and scopes, and key list and key show show them', async () => {
  const { answer } = await cli.json(
    ...['key', 'create', '--name', 'ci', '--test', '--redirect-to', 'qa@acme.example'],
    ...['--allow', '@acme.example', '--allow', 'Eva@x.example'],
    ...['--scope', 'render', '--scope', 'execute:invoice-*'],
  );
  const { secret, ...key } = answer as { secret: string; keyId: string };
  const listed = await cli.json('key', 'list');
  const text = await cli.run(['key', 'list']);
  const shown = await cli.run(['key', 'show', key.keyId]);

  expect(secret).toMatch(/^pr_test_/);
  expect(key).toMatchObject({
    mode: 'test',
    redirectTo: 'qa@acme.example',
    allow: ['@acme.example', 'eva@x.example'],
    scopes: ['render', 'execute:invoice-*'],
  });
  expect(listed.answer).toEqual({ keys: [key] });
  expect(text.stdout).toContain('render execute:invoice-*');
  expect(text.stdout).toMatch(/^KEY +NAME +SECRET +MODE +SCOPES|^KEY +key_/);
  expect(shown.stdout.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual(
    expect.arrayContaining([
      'mode test',
      'redirect to qa@acme.example',
      'allow @acme.example eva@x.example',
      'scopes render execute:invoice-*',
    ]),
  );
});

test.each([
  [['--redirect-to', 'qa@acme.example'], 2, 'error: --redirect-to needs --test'],
  [['--allow', '@acme.example'], 2, 'error: --allow needs --test'],
  [
    ['--test', '--allow', 'acme.example'],
    1,
    'Error: "acme.example" is neither an address nor a domain such as @example.com: write @acme.example for the whole domain',
  ],
  [
    ['--scope', 'exceute'],
    1,
    'Error: "exceute" is not a scope (did you mean "execute"?): the scopes are render, execute, verify and messages',
  ],
])('key create with %j is refused, and no key is made', async (words, exitCode, error) => {
  const before = await listKeys(cli.ports, accountId);

  const ended = await create(...words);

  expect(ended).toMatchObject({ exitCode, stdout: '' });
  expect(ended.stderr.replace(/\s+/g, ' ')).toContain(error);
  expect(await listKeys(cli.ports, accountId)).toEqual(before);
});

test('at a terminal key create shows a request for a key that may verify, and none for another', async () => {
  const verifying = await createdAtTerminal(['verify', 'render']);
  const reading = await createdAtTerminal(['messages']);

  expect(verifying.stderr).toContain('/v1/verify \\\n');
  expect(verifying.stderr).toContain(`  -d '{"email":"someone@inbox.example.com"}'\n`);
  expect(reading).toMatchObject({ exitCode: 0, stderr: '' });
});

test('key rotate prints a new key like the given one, which works for as long as the option says', async () => {
  const { answer } = await cli.json('key', 'create', '--name', 'web', '--scope', 'render');
  const { keyId } = answer as { keyId: string };

  const text = await cli.run(['key', 'rotate', keyId, '--old-for', 'always']);
  const rotated = await cli.json('key', 'rotate', keyId, '--old-for', '2h');
  const wrong = await cli.run(['key', 'rotate', keyId, '--old-for', 'soon']);

  expect(text.stdout).toContain(`The key ${keyId} works until you delete it.`);
  expect(rotated.answer).toMatchObject({
    ...{ name: 'web', mode: 'live', scopes: ['render'], secret: expect.stringMatching(/^pr_/) },
    old: { keyId, activeUntil: expect.any(String) },
  });
  expect(wrong).toMatchObject({ exitCode: 2 });
});
