import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { test as testTemplate } from '../../../../cli/commands/template/template-test.ts';
import type { Session } from '../../../../cli/connection/session.ts';
import { writeAccount } from '../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { addSuppression } from '../../../../shared/manage/suppression.ts';
import { createTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { startSesStub } from '../../../ses-stub.ts';
import { deploymentFile, startCommandLine } from '../../command-line.ts';
import { refused, startStacks } from '../../in-process.ts';

const cli = await startCommandLine();
const ses = await startSesStub();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
await create('welcome', { html: '<p>Dear {{name}}</p>', testData: { name: 'Ada' } });
await create('strict', { html: '<p>Dear {{name}}</p>' });
await create('footer', { kind: 'partial', subject: '', html: 'bye' });
await addSuppression(cli.ports, accountId, { address: 'gone@example.net' });
beforeEach(async () => {
  ses.calls.length = 0;
  await writeAccount(cli.ports.accounts, accountId, { seeds: [] }, alone);
});

async function create(templateId: string, content: object) {
  const source = { templateId, name: templateId, subject: 'Hello', html: '', ...content };
  await createTemplate(cli.ports, accountId, source, { by: 'eva', how: 'push' });
}

const run = (...words: string[]) =>
  cli.run(['template', 'test', ...words], { AWS_ENDPOINT_URL_SESV2: ses.url });
interface Call {
  Destination: { ToAddresses: string[] };
  Content: { Simple: { Body: { Html: { Data: string } } } };
}
const mailed = () =>
  (ses.calls as unknown as Call[]).map(({ Destination, Content }) => [
    Destination.ToAddresses.join(),
    Content.Simple.Body.Html.Data,
  ]);
const anyId = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);

test('template test sends a mail of its own to each address, with the test data, which --var changes', async () => {
  const stored = await run('welcome', '--to', 'a@example.com, b@example.org', '--json');
  const changed = await run('welcome', '--to', 'a@example.com', '--var', 'name=Grace');

  expect(stored.exitCode).toBe(0);
  expect(JSON.parse(stored.stdout)).toEqual({
    template: 'welcome',
    mails: [
      { to: 'a@example.com', messageId: anyId, error: null },
      { to: 'b@example.org', messageId: anyId, error: null },
    ],
  });
  expect(mailed()).toEqual([
    ['a@example.com', '<p>Dear Ada</p>'],
    ['b@example.org', '<p>Dear Ada</p>'],
    ['a@example.com', '<p>Dear Grace</p>'],
  ]);
  expect(ses.calls[0]).toMatchObject({
    FromEmailAddress: 'postrider@example.com',
    ConfigurationSetName: 'set',
  });
  expect(changed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^TO +RESULT +MESSAGE\na@example.com +sent +[0-9A-Z]{26}\n$/),
    stderr: expect.stringMatching(/^\nTo see what happened to it: .* message show [0-9A-Z]{26}\n$/),
  });
});

test('template test --to @seeds mails the seed list of the account, beside other addresses', async () => {
  const empty = await run('welcome', '--to', '@seeds');
  await writeAccount(
    cli.ports.accounts,
    accountId,
    { seeds: ['qa@example.com', 'qa@example.org'] },
    alone,
  );
  const all = await run('welcome', '--to', '@seeds,ada@example.com', '--json');
  const twice = await run('welcome', '--to', '@seeds,QA@example.com');

  expect(empty).toEqual(
    refused(
      `Nothing was sent: the seed list of ${accountId} is empty: account seeds --set fills it`,
    ),
  );
  expect(JSON.parse(all.stdout)).toMatchObject({
    mails: [{ to: 'qa@example.com' }, { to: 'qa@example.org' }, { to: 'ada@example.com' }],
  });
  expect(twice).toMatchObject({
    exitCode: 1,
    stderr: 'Error: Nothing was sent: QA@example.com is in the list twice\n',
  });
  expect(ses.calls).toHaveLength(3);
});

test('template test says for each address what happened to its mail, and ends with 1 if one got no mail', async () => {
  const message = 'Email address is not verified. The following identities failed: b@example.org';
  const rejected = { status: 400, type: 'MessageRejected', message };
  const busy = { status: 429, type: 'TooManyRequestsException', message: 'Rate exceeded' };
  ses.script.push('accept', rejected, busy, 'accept', 'truncate');
  const to = 'gone@example.net,a@example.com,b@example.org,c@example.com,d@example.com';

  const { exitCode, stdout } = await run('welcome', '--to', to, '--json');

  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    template: 'welcome',
    mails: [
      { to: 'gone@example.net', messageId: null, error: expect.stringContaining('suppressed') },
      { to: 'a@example.com', messageId: anyId, error: null },
      { to: 'b@example.org', messageId: anyId, error: message },
      { to: 'c@example.com', messageId: anyId, error: null },
      { to: 'd@example.com', messageId: anyId, error: expect.stringContaining('may have been') },
    ],
  });
});

test.each([
  ['unknown', 'a@example.com', 'has no template unknown'],
  ['footer', 'a@example.com', 'footer is a partial: test a template that takes it'],
  [
    'strict',
    'a@example.com,b@example.com',
    'Error: Nothing was sent: name is required: the template has no default for it',
  ],
  ['welcome', 'a@example.com,b', 'Nothing was sent: "b" is not a valid email address'],
])('template test of %s to %s sends nothing: %s', async (template, to, sentence) => {
  const { exitCode, stderr } = await run(template, '--to', to);

  expect(exitCode).toBe(1);
  expect(stderr).toContain(sentence);
  expect(ses.calls).toEqual([]);
});

test('template test sends nothing through a stack that does not say how it sends mails', async () => {
  const file = join(cli.dir, 'deployment.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"ConfigurationSet"', '"Before"'));

  const { exitCode, stderr } = await run('welcome', '--to', 'a@example.com');
  await writeFile(file, text);

  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr:
      'Error: An earlier version of postrider deployed this stack, and it does not say how it sends mails: deploy it again\n',
  });
});

test('template test on AWS signs with the credentials of the person and in the region of the stack', async () => {
  const stacks = await startStacks({ mail: deploymentFile(cli).outputs });
  const words = ['welcome', '--to', 'a@example.com', '--stack', 'mail', '--region', 'eu-west-1'];

  const { exitCode } = await cli.run(['template', 'test', ...words], {
    ...{ ...stacks.environment, AWS_ACCESS_KEY_ID: 'AKIAPERSON' },
    AWS_ENDPOINT_URL_DYNAMODB: cli.tables.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.url,
  });

  expect(exitCode).toBe(0);
  expect(ses.signatures.at(-1)).toMatch(
    /Credential=AKIAPERSON\/\d{8}\/eu-west-1\/ses\/aws4_request/,
  );
});

test('template test asks before it sends on AWS, and a no sends nothing', async () => {
  const asked: string[] = [];
  const deployment = {
    ...{ baseUrl: 'https://api.example.com/v1', endpoints: {}, region: 'us-east-1' },
    senders: ['example.com'],
    sending: { configurationSet: 'set', enabled: true, suppression: true, retentionDays: 30 },
  };
  const ask = async (question: string) => {
    asked.push(question);
    return 'n';
  };
  const about = { ports: cli.ports, accountId, interactive: true, progress: () => {} };
  const session = { ...about, deployment, ask } as unknown as Session & { accountId: string };
  const options = { to: '' };
  const work = { id: 'welcome', parts: ['a@example.com'], options, self: new Command() };

  const result = await testTemplate(session, work);

  expect(asked).toEqual([
    'Send welcome to a@example.com through https://api.example.com/v1? (y/N) ',
  ]);
  expect(result).toMatchObject({ exitCode: 1, text: 'Nothing was sent.' });
});
