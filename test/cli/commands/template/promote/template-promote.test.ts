import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
import { createTemplate } from '../../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../../jest.ts';
import { deploymentFile, startCommandLine } from '../../../command-line.ts';
import { runHere, startStacks, wordsOf } from '../../../in-process.ts';

const cli = await startCommandLine();
const { outputs } = deploymentFile(cli);
const stacks = await startStacks({
  Staging: { ...outputs, Senders: 'staging.example' },
  Production: { ...outputs, BaseUrl: 'https://p.example/v1', Senders: 'acme.example' },
  'postrider-staging': { ...outputs, Senders: 'staging.example' },
  'postrider-production': { ...outputs, BaseUrl: 'https://p.example/v1', Senders: 'none' },
});
const environment = {
  ...stacks.environment,
  POSTRIDER_DATA: cli.dir,
  AWS_REGION: 'us-east-1',
  AWS_ENDPOINT_URL_DYNAMODB: cli.tables.endpoint,
};
const { ports } = cli;
const staging = (await createAccount(ports, { name: 'Staging', plan: 'free' })).accountId;
const production = (await createAccount(ports, { name: 'Production', plan: 'free' })).accountId;
const flow = {
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'hi@staging.example' },
  ],
  edges: [{ from: 'mail', to: 'send' }],
};
const source = {
  templateId: 'welcome',
  name: 'Welcome',
  subject: 'Hello',
  html: '<p>{{name}}</p>',
};
await createTemplate(ports, staging, { ...source, flow }, { by: 'eva', how: 'push' });

const accounts = `--from-account ${staging} --to-account ${production}`;
const promote = (...words: string[]) => runHere(['template', 'promote', ...words], environment);

/** From one stack to the other. */
const across = (...words: string[]) =>
  promote(...wordsOf(`--from-stack Staging --to-stack Production ${accounts}`), ...words);

test('template promote refuses templates that the target cannot send, and says what to do', async () => {
  expect(await across('--yes')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      "Error: Nothing was promoted: one problem in the templates: map a sender with --sender OLD=NEW; the target's identities are acme.example\n" +
      '  welcome sends from hi@staging.example, which is not a sender identity of the target\n',
  });
});

test('template promote shows the changes, asks, saves, and then has nothing to do', async () => {
  const sender = ['--sender', 'staging.example=acme.example'];

  const dry = await across(...sender, '--dry-run');
  const unasked = await across(...sender);
  const done = await across(...sender, '--yes', '--json');
  const again = await across(...sender, '--yes');
  const history = await runHere(
    wordsOf(`template versions welcome --stack Production --account ${production} --json`),
    environment,
  );

  expect(dry).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(
      `--- /dev/null\n+++ welcome/html\t${staging} of Staging\n@@ -0,0 +1,1 @@\n+<p>{{name}}</p>\n`,
    ),
    stderr: '\nNothing was saved: this was a dry run.\n',
  });
  expect(unasked).toEqual({
    exitCode: 2,
    stdout: dry.stdout,
    stderr:
      'error: cannot ask without a terminal: add --yes to promote this\n(--help shows the usage)\n',
  });
  expect(JSON.parse(done.stdout)).toMatchObject({
    templates: [{ id: 'welcome', revision: 1, changed: true, state: 'new', changes: [] }],
    dryRun: false,
  });
  expect(again).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `\n${production} of Production has the same content already.\n`,
  });
  expect(JSON.parse(history.stdout)).toMatchObject({
    versions: [{ revision: 1, by: 'eva@example.com', how: 'promote from Staging', from: null }],
  });
});

test('template promote copies between the environments of the settings', async () => {
  const settings = join(cli.dir, 'postrider.json');
  await writeFile(settings, JSON.stringify({ environments: { staging: {}, production: {} } }));
  const line = `template promote --from staging --to production ${accounts} --yes`;

  const ended = await runHere(wordsOf(line), { ...environment, POSTRIDER_SETTINGS: settings });

  expect(ended.exitCode).toBe(1);
  expect(ended.stderr).toContain('map a sender with --sender OLD=NEW; the target has none yet');
});

test('template promote copies between two accounts of the local run, which sends from any address', async () => {
  const ended = await promote(...wordsOf(`welcome ${accounts} --yes --json`));

  expect(JSON.parse(ended.stdout)).toMatchObject({
    templates: [{ id: 'welcome', revision: 2, state: 'changed', changes: ['flow'] }],
  });
});

test('template promote from an account to itself is refused', async () => {
  const itself = await promote('--from-account', staging, '--to-account', staging);
  expect(itself.stderr).toBe(
    `Error: Both sides are ${staging} of the local run: name two environments, or two accounts with --from-account and --to-account\n`,
  );
});
