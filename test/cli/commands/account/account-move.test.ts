import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHook } from '../../../../cli/commands/account/hooks.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import {
  listEndpoints,
  putEndpoint,
} from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { createKey, listKeys, pauseKey } from '../../../../shared/manage/keys.ts';
import { saveDrafts } from '../../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import { createTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { listDrafts, showTemplate } from '../../../../shared/manage/templates/templates.ts';
import { startFaultProxy } from '../../../fault-proxy.ts';
import { expect, test } from '../../../jest.ts';
import { webhookEndpoint } from '../../../shared/webhook/endpoints.ts';
import { startCommandLine } from '../../command-line.ts';
import { runHere } from '../../in-process.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
await createKey(cli.ports, { accountId, name: 'production' });
const source = { templateId: 'a', name: 'A', subject: 'Hello', html: '<p>{{name}}</p>' };
await createTemplate(cli.ports, accountId, source);
const backup = join(cli.dir, 'backup');
await mkdir(backup);

const run = (...words: string[]) => runHere(['account', ...words], { POSTRIDER_DATA: cli.dir });

test("account export writes a file with the account's name into a folder, readable only by its owner, and account import reads it", async () => {
  const file = join(backup, `${accountId}.jsonl`);

  const made = await run('export', accountId, backup);
  const again = await run('export', accountId, backup);
  const over = await run('export', accountId, file, '--overwrite', '--json');
  const copy = await run('import', file, '--as', 'acc_copy');

  expect(made).toEqual({
    exitCode: 0,
    stdout: `Exported ${accountId} to ${file}: 6 lines.\n`,
    stderr: '',
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(again).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `Error: ${file} exists already: name another file, or add --overwrite\n`,
  });
  expect(JSON.parse(over.stdout)).toEqual({ accountId, file, lines: 6, drafts: [] });
  expect(await readdir(backup)).toEqual([`${accountId}.jsonl`]);
  expect(copy).toEqual({
    exitCode: 0,
    stdout: `account     acc_copy
name        Acme
plan        free
templates   1, 1 revisions
suppressed  0
messages    0
`,
    stderr: `
API keys cannot be moved. Create new ones:
  npm run -s postrider -- key create --account acc_copy --name production
`,
  });
});

test('account export and import can be continued after an interruption', async () => {
  const file = join(backup, 'whole.jsonl');
  await run('export', accountId, file);
  const faulty = await startFaultProxy(cli.tables.endpoint, ({ operation, body }) =>
    operation === 'PutItem' && body.includes('"T#a"') ? 'cut' : 'pass',
  );

  const cut = await runHere(['account', 'import', file, '--as', 'acc_cut'], {
    POSTRIDER_DATA: cli.dir,
    AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint,
  });
  await faulty.stop();
  const again = await run('import', file, '--as', 'acc_cut');
  const merged = await run('import', file, '--as', 'acc_cut', '--merge', '--json');

  expect(cut).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^Error: The import of acc_cut did not finish: run it again with --merge \(.+\)\n$/,
    ),
  });
  expect(again.stderr).toMatch(/^Error: The account acc_cut exists already: .* --merge/);
  expect(JSON.parse(merged.stdout)).toEqual({
    ...{ accountId: 'acc_cut', templates: 1, revisions: 1, suppressions: 0, messages: 0 },
    keys: ['production'],
    keyCommands: ['npm run -s postrider -- key create --account acc_cut --name production'],
    webhookCommands: [],
  });
  const { head } = await showTemplate(cli.ports, 'acc_cut', 'a');
  expect(head.revision).toBe(1);
});

test('account export keeps no secret of a webhook, and account import prints the commands that add it again', async () => {
  const { accountId: from } = await createAccount(cli.ports, { name: 'Hooks', plan: 'free' });
  const all = webhookEndpoint({ accountId: from, url: 'https://hooks.example.com/a?b=c&d' });
  const some = { types: ['message.bounced', 'message.complained'] as const, test: true };
  await putEndpoint(cli.ports.messages, all, alone);
  await putEndpoint(cli.ports.messages, { ...all, ...some, endpointId: 'wh_2' }, alone);
  const file = join(backup, 'hooks.jsonl');
  await run('export', from, file);

  const imported = await run('import', file, '--as', 'acc_hooks', '--json');

  const command =
    "npm run -s postrider -- webhook add 'https://hooks.example.com/a?b=c&d' --account acc_hooks";
  expect((JSON.parse(imported.stdout) as { webhookCommands: string[] }).webhookCommands).toEqual([
    command,
    `${command} --type message.bounced --type message.complained --test`,
  ]);
  expect(await readFile(file, 'utf8')).not.toContain('whsec_');
  expect(await listEndpoints(cli.ports.messages, 'acc_hooks')).toEqual([]);
});

test('account import prints commands that create each key in its mode, with its redirect, allow-list and scopes, and each hook', async () => {
  const { accountId: from } = await createAccount(cli.ports, { name: 'Keys', plan: 'free' });
  const test = { redirectTo: "o'qa@acme.example", allow: ['@acme.example', 'eva@x.example'] };
  for (const made of [
    { name: 'a $HOME b', test, scopes: ['execute:in-*'] },
    { name: 'captured', test: {} },
    { name: 'live', scopes: ['render'] },
  ]) {
    await createKey(cli.ports, { accountId: from, ...made });
  }
  const templates = { signup: 'welcome' };
  const hook = { name: 'app', project: 'https://a.supabase.co', templates, test: true };
  const { secret } = await createHook(cli.ports, from, hook);
  const paused = (await listKeys(cli.ports, from)).find(({ name }) => name === 'live');
  await pauseKey(cli.ports, paused?.keyId ?? '', { by: 'ada', note: 'Loops' });
  const file = join(backup, 'keys.jsonl');
  await run('export', from, file);

  const imported = await run('import', file, '--as', 'acc_keys');

  const command = '  npm run -s postrider -- key create --account acc_keys';
  expect(imported.stderr.split('\n').slice(2).sort()).toEqual([
    '',
    '  npm run -s postrider -- hook create supabase --account acc_keys --name app --project https://a.supabase.co --template signup=welcome --test',
    `${command} --name 'a $HOME b' --test --redirect-to 'o'\\''qa@acme.example' --allow @acme.example --allow eva@x.example --scope 'execute:in-*'`,
    `${command} --name captured --test`,
    `${command} --name live --scope render`,
    'Paused when they were exported: live.',
  ]);
  const exported = await readFile(file, 'utf8');
  expect(exported).toMatch(/"name":"live".*"paused":{"at":"[^"]+","by":"ada","note":"Loops"}}/);
  expect(exported).not.toContain(secret);
});

test('account import names the line of each error in a file', async () => {
  await run('export', accountId, join(backup, 'torn'));
  const text = await readFile(join(backup, 'torn'), 'utf8');
  await writeFile(join(backup, 'torn'), text.slice(0, text.indexOf('"html"')));

  const torn = await run('import', join(backup, 'torn'), '--as', 'acc_torn');
  const none = await run('import', join(backup, 'none'));
  const nowhere = await run('export', accountId, join(backup, 'none', 'a.jsonl'));
  const nobody = await run('export', 'acc_none', backup);

  expect(torn.stderr).toBe(
    `Error: ${join(backup, 'torn')}:3 is damaged: it is not JSON; export the account again\n`,
  );
  expect(none.stderr).toBe(`Error: There is no file ${join(backup, 'none')}\n`);
  expect(nowhere.stderr).toBe(
    `Error: The folder of ${join(backup, 'none', 'a.jsonl')} does not exist: create it first\n`,
  );
  expect(nobody.stderr).toBe(
    'Error: There is no account acc_none: account list shows every account\n',
  );
});

test('account export leaves drafts out and names their templates, and its file can be imported', async () => {
  const { accountId } = await createAccount(cli.ports, { name: 'Drafts', plan: 'free' });
  const drafts = ['new', 'old'].map((templateId) => ({ ...source, templateId, html: 'draft' }));
  const { prepared: templates } = await prepareSources(cli.ports, accountId, drafts);
  await createTemplate(cli.ports, accountId, { ...source, templateId: 'old', html: 'served' });
  const author = { by: 'eva', how: 'push' };
  await saveDrafts(cli.ports, accountId, templates, { author, check: () => {} });

  const made = await run('export', accountId, backup);
  const copy = await run('import', join(backup, `${accountId}.jsonl`), '--as', 'acc_drafts');

  expect(made).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`Exported ${accountId} to `),
    stderr: '\nThe file has no drafts: not of new, old.\n',
  });
  expect(copy.exitCode).toBe(0);
  const { source: served } = await showTemplate(cli.ports, 'acc_drafts', 'old');
  expect(served.html).toBe('served');
  expect(await listDrafts(cli.ports, 'acc_drafts')).toEqual([]);
});
