import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployOptions } from '../../../../cli/commands/deploy/work.ts';
import type { Result } from '../../../../cli/terminal/result.ts';
import { readHead, readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { createAccount, listAccounts } from '../../../../shared/manage/accounts.ts';
import { listKeys } from '../../../../shared/manage/keys.ts';
import { expect, test } from '../../../jest.ts';
import { scheduleIn } from '../../../shared/manage/scheduled.ts';
import type { AwsStub } from './aws-stub.ts';
import {
  allowed,
  creation,
  deploying,
  noChange,
  outputs,
  role,
  rolePolicy,
  stackId,
  stackOf,
  table,
} from './deploying.ts';

const at = deploying();

test('a first deployment shows what it creates, asks, follows it, and ends with a request that sends a mail', async () => {
  at.aws.identities = { 'hello@example.com': 'pending' };
  at.aws.ahead = [
    ['CREATE_IN_PROGRESS', 'TablesKeys8A5C1B2D', table],
    ['CREATE_COMPLETE', 'TablesKeys8A5C1B2D', table],
    ['CREATE_COMPLETE', 'postrider', 'AWS::CloudFormation::Stack'],
  ];

  const { result, lines, prepared } = await at.run({}, creation, { typed: ['y'] });

  const [account] = await listAccounts(at.deployed.ports);
  const accountId = account?.accountId ?? '';
  const [key] = await listKeys(at.deployed.ports, accountId);
  const secret = /pr_[0-9A-Za-z]+/.exec(result?.text ?? '')?.[0];
  expect(prepared).toEqual([
    {
      stack: 'postrider',
      environment: undefined,
      region: 'eu-central-1',
      settings: '{ "senders": ["hello@example.com"] }\n',
      terminationProtection: false,
    },
  ]);
  expect(lines).toEqual([
    `postrider in eu-central-1 of account 111122223333

Created: 2
  TablesKeys (${table})
  RenderPolicy (${rolePolicy})

Permissions and access
  RenderRole: dynamodb`,
    'Deploy this? (y/N)',
    'If you interrupt this, CloudFormation continues; run this again to follow it.',
    `created  TablesKeys8A5C1B2D (${table})`,
  ]);
  expect(result?.json).toEqual({
    stack: 'postrider',
    region: 'eu-central-1',
    awsAccount: '111122223333',
    changed: true,
    plan: expect.objectContaining({ consequences: [], losses: [] }),
    baseUrl: 'https://api.example/v1',
    doorsUrl: 'https://api.example/doors',
    dashboardUrl: 'https://page.example',
    senders: [
      {
        identity: 'hello@example.com',
        status: 'pending',
        advice:
          'Open the link in the mail that SES has sent to this address; after 24 hours, delete the identity at SES and create it again',
        records: [],
      },
    ],
    dnsRecords: [],
    requeued: 0,
    accountId,
    key: { keyId: key?.keyId, secret },
    welcome: true,
  });
  expect(result?.text).toBe(`postrider is deployed.

Base address  https://api.example/v1
Resend API    https://api.example/doors/resend
Postmark API  https://api.example/doors/postmark
Dashboard     https://page.example
Stack         postrider in eu-central-1 of account 111122223333
Account       ${accountId}
API key       ${secret}  (shown only this once: store it now)
Sender        hello@example.com, pending: Open the link in the mail that SES has sent to this address; after 24 hours, delete the identity at SES and create it again

Send the first mail, once the sender is verified (a new AWS account may mail only verified addresses):
curl -sS https://api.example/v1/execute \\
  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\
  -d '{"templateId":"welcome","variables":{"name":"Ada"},"_to":"hello@example.com"}'

Invite a person to the dashboard:
  npm run -s postrider -- user invite you@example.com --stack postrider --region eu-central-1

Check the deployment:
  npm run -s postrider -- doctor --stack postrider --region eu-central-1`);
  const head = await readHead(at.deployed.ports.templates, accountId, 'welcome');
  const saved = await readRevision(at.deployed.ports.templates, accountId, 'welcome', 1);
  expect(head).toMatchObject({ flowStatus: 'provider', revision: 1 });
  expect(JSON.stringify(saved?.flow)).toContain('"from":"hello@example.com"');
});

test('a second deployment changes nothing, and makes no second account, key or template', async () => {
  at.aws.stack = stackOf('CREATE_COMPLETE');

  const { result, lines } = await at.run({ yes: true }, noChange);

  expect(lines).toEqual([]);
  expect(result?.json).toMatchObject({ changed: false, key: null, welcome: false });
  expect(result?.text).toContain('postrider is deployed; nothing had to be changed.');
  expect(await listAccounts(at.deployed.ports)).toHaveLength(1);
});

test('a first deployment ends with the DNS records that a person has to make', async () => {
  const ownNames = {
    DnsRecordsExampleCom:
      'a._domainkey.example.com CNAME a.dkim\nb._domainkey.example.com CNAME b.dkim',
    DomainTarget: 'd-1.execute-api.eu-central-1.amazonaws.com',
    DashboardDomainTarget: 'd1.cloudfront.net',
  };
  at.aws.stack = { ...stackOf('CREATE_COMPLETE'), outputs: { ...outputs, ...ownNames } };

  const { result } = await at.run({ yes: true }, noChange);

  expect(result?.text).toContain(`DNS records to create:
  a._domainkey.example.com CNAME a.dkim
  b._domainkey.example.com CNAME b.dkim
  api.example CNAME d-1.execute-api.eu-central-1.amazonaws.com
  page.example CNAME d1.cloudfront.net

`);
});

test("a deployment after a removal puts the accounts into the new stack's plans", async () => {
  at.aws.stack = stackOf('CREATE_COMPLETE');
  const { members } = at.deployed.gateway;
  const earlier = [...members];
  members.clear();

  await at.run({ yes: true }, noChange);

  expect([...members]).toEqual(earlier);
});

test('a deployment leaves several accounts unchanged', async () => {
  at.aws.stack = stackOf('UPDATE_COMPLETE');
  const second = await createAccount(at.deployed.ports, { name: 'Second', plan: 'free' });

  const { result } = await at.run({ yes: true }, noChange);

  expect(result?.json).toMatchObject({ accountId: null, key: null });
  expect(await listKeys(at.deployed.ports, second.accountId)).toEqual([]);
});

const set = (changes: Partial<AwsStub>) => () => void Object.assign(at.aws, changes);
const write = (settings: object) => () => writeFileSync(at.settings, JSON.stringify(settings));
const unset = (...names: string[]) => {
  for (const name of names) delete process.env[name];
  const none = join(at.folder, 'none');
  Object.assign(process.env, { AWS_CONFIG_FILE: none, AWS_SHARED_CREDENTIALS_FILE: none });
};

const stopped: Record<string, [() => void, string]> = {
  'an expired session': [
    set({ caller: { error: 'ExpiredToken' } }),
    'The AWS session has expired: sign in again',
  ],
  'no region': [() => unset('AWS_REGION'), 'No region is set: name a region with --region'],
  'a region without SES': [
    () => {
      // A label has at most 63 letters (RFC 1035 §2.3.4): no resolver sends a query for this one.
      process.env.AWS_ENDPOINT_URL_SESV2 = `http://${'n'.repeat(64)}.invalid`;
      process.env.AWS_REGION = 'ap-southeast-6';
    },
    'There is no SES in ap-southeast-6: ',
  ],
  "another account's credentials": [
    write({ account: '999988887777' }),
    'The stack postrider belongs to the AWS account 999988887777, but these credentials belong to 111122223333: set AWS_PROFILE to a profile of 999988887777',
  ],
  'another region than the settings say': [
    write({ region: 'eu-west-1' }),
    'The settings say eu-west-1, but --region says eu-central-1: leave the option out, or change the setting',
  ],
  'a bucket of attachments that is not there': [
    write({ attachmentBuckets: ['acme-contracts'] }),
    'There is no bucket acme-contracts: create it, or correct "attachmentBuckets" in postrider.json and deploy: aws s3 mb s3://acme-contracts --region eu-central-1',
  ],
  'an account that is not bootstrapped': [
    set({ bootstrapped: false }),
    'The CDK is not bootstrapped in eu-central-1 of account 111122223333: add --yes, or run npx cdk bootstrap aws://111122223333/eu-central-1',
  ],
  "a name that is taken by another's stack": [
    set({ stack: { ...stackOf('CREATE_COMPLETE'), description: 'Another' } }),
    'The stack postrider is not a postrider stack, and was not changed: choose another stackName in postrider.json',
  ],
  'a rollback that failed': [
    set({ stack: stackOf('UPDATE_ROLLBACK_FAILED') }),
    'The stack postrider is UPDATE_ROLLBACK_FAILED. Finish the rollback, wait until it is done, then deploy again: aws cloudformation continue-update-rollback --stack-name postrider --region eu-central-1',
  ],
  'a bad setting': [write({ sending: 1 }), `${at.settings}: sending must be of type boolean`],
  'a choice of environment that is missing': [
    write({ environments: { staging: {} } }),
    `${at.settings} has several environments: choose one of staging: name it with --environment`,
  ],
};

test.each(Object.entries(stopped))(
  'a deployment that cannot begin says why in one sentence: %s',
  async (_, [breaks, sentence]) => {
    breaks();
    const region = sentence.includes('--region says') ? { region: 'eu-central-1' } : {};

    const { error, prepared, bootstraps } = await at.run(region, noChange);

    expect(error).toContain(sentence);
    expect(error?.split('\n')).toHaveLength(1);
    const done = { prepared, bootstraps, writes: at.aws.writes };
    expect(done).toEqual({ prepared: [], bootstraps: 0, writes: [] });
  },
);

test('deploy bootstraps the CDK after a yes', async () => {
  at.aws.bootstrapped = false;
  at.aws.stack = stackOf('UPDATE_COMPLETE');

  const asked = await at.run({}, noChange, { typed: ['no'] });
  const agreed = await at.run({}, noChange, { typed: ['yes'] });
  at.aws.bootstrapped = false;
  const beforehand = await at.run({ yes: true }, noChange);

  expect(asked).toMatchObject({ bootstraps: 0, result: { exitCode: 1 } });
  expect(asked.lines.join()).toContain('is not bootstrapped in eu-central-1');
  expect(agreed).toMatchObject({ bootstraps: 1, result: { json: { changed: false } } });
  expect(beforehand).toMatchObject({ bootstraps: 1, result: { json: { changed: false } } });
});

test('deploy asks for a sender if there is none, and stores it in the settings', async () => {
  writeFileSync(at.settings, '{\n  "dashboard": false\n}\n');
  at.aws.stack = stackOf('UPDATE_COMPLETE');

  const { lines } = await at.run({}, noChange, { typed: ['mail.example.com'] });
  await at.run({ sender: 'hello@example.org' }, noChange);
  await at.run({ sender: 'hello@example.org' }, noChange);

  expect(lines).toEqual([
    'Which address or domain do you want to send from? (Enter: decide later)',
  ]);
  expect(readFileSync(at.settings, 'utf8')).toBe(
    '{\n  "dashboard": false,\n  "senders": [\n    "mail.example.com",\n    "hello@example.org"\n  ]\n}\n',
  );
});

const planned = {
  changes: [{ action: 'Modify', logicalId: 'RenderPolicy11112222', type: rolePolicy }],
  template: allowed('dynamodb:GetItem', 'dynamodb:Scan'),
};

test('a deployment lists new permissions separately', async () => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed('dynamodb:GetItem'));
  at.aws.ends = 'UPDATE_COMPLETE';

  const { lines, result } = await at.run({ yes: true }, planned);

  expect(lines[0]).toBe(`postrider in eu-central-1 of account 111122223333

Changed: 1
  RenderPolicy (${rolePolicy})

New permissions and access
  RenderRole
    + dynamodb:Scan on TablesKeys`);
  expect(result?.json).toMatchObject({ changed: true });
});

test.each<[string, Partial<DeployOptions>, string[] | undefined, Partial<Result>]>([
  ['a dry run', { dryRun: true }, undefined, { exitCode: 0 }],
  ['a no', {}, [''], { exitCode: 1 }],
])('a change is not made after %s, and leaves no trace', async (_, options, typed, result) => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed('dynamodb:GetItem'));

  const outcome = await at.run(options, planned, { typed });

  expect(outcome.result).toMatchObject({ ...result, json: { changed: false } });
  expect(at.aws.writes).toEqual(['DeleteChangeSet']);
  expect(at.aws.changeSet).toBeNull();
});

test('a dry run of a first deployment leaves no empty stack', async () => {
  await at.run({ dryRun: true }, creation);

  expect(at.aws.writes).toEqual(['DeleteChangeSet', 'DeleteStack']);
  expect(at.aws.stack).toBeNull();
});

test('a deployment that imports the messages, or makes the schedules new, asks for all wake-ups again', async () => {
  const { ports, tables } = at.deployed;
  const { accountId } = await createAccount(ports, { name: 'Waits', plan: 'free' });
  const messageId = await scheduleIn(tables, accountId);
  const DueQueue = `${at.aws.endpoint}/111122223333/Due`;
  at.aws.stack = { ...stackOf('UPDATE_COMPLETE'), outputs: { ...outputs, DueQueue } };
  at.aws.ends = 'UPDATE_COMPLETE';
  const group = { logicalId: 'LaterSchedules5E6F7A8B', type: 'AWS::Scheduler::ScheduleGroup' };
  const changes = [
    { action: 'Import', logicalId: 'TablesMessages1A2B3C4D', type: table },
    { action: 'Add', ...group },
    { action: 'Modify', ...group, replacement: 'True' },
    { action: 'Import', logicalId: 'TablesKeys8A5C1B2D', type: table },
  ];

  const texts: string[] = [];
  for (const change of changes) {
    const { result } = await at.run({ yes: true }, { changes: [change], template: allowed() });
    texts.push(result?.text ?? '');
  }

  const body = JSON.stringify({ accountId, messageId });
  expect(at.aws.queued).toEqual([body, body, body]);
  const says = 'Scheduled messages with new wake-ups: 1. What is overdue is sent now.';
  expect(texts.map((text) => text.includes(says))).toEqual([true, true, true, false]);
});

test('a change that replaces a table in use needs more than a yes', async () => {
  const losing = {
    changes: [
      { action: 'Modify', logicalId: 'TablesKeys8A5C1B2D', type: table, replacement: 'True' },
    ],
    template: allowed(),
  };
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());
  at.aws.ends = 'UPDATE_COMPLETE';

  const refused = await at.run({ yes: true }, losing);
  const declined = await at.run({ yes: true }, losing, { typed: ['y'] });
  const typed = await at.run({}, losing, { typed: ['postrider'] });
  const forced = await at.run({ yes: true, replaceData: true }, losing);

  const consequence =
    'TablesKeys: a new, empty table replaces the one in use, which is kept, but no function uses it';
  expect(refused.lines[0]).toContain(`Consequences\n  ${consequence}`);
  expect(refused.error).toBe(
    `This would separate postrider from its data (${consequence}): add --replace-data to deploy this anyway`,
  );
  expect(declined.result).toMatchObject({ json: { changed: false }, exitCode: 1 });
  expect(typed.result).toMatchObject({ json: { changed: true } });
  expect(forced.result).toMatchObject({ json: { changed: true } });
  const stopped = ['DeleteChangeSet'];
  expect(at.aws.writes).toEqual([...stopped, ...stopped, 'ExecuteChangeSet', 'ExecuteChangeSet']);
});

test('a failed change names the first failure and its fix', async () => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());
  at.aws.ahead = [
    ['UPDATE_FAILED', 'Sender', 'AWS::SES::EmailIdentity', 'hello@example.com already exists.'],
    ['UPDATE_FAILED', 'Render', role, 'Resource update cancelled'],
  ];
  at.aws.ends = 'UPDATE_ROLLBACK_COMPLETE';

  const { error, lines } = await at.run({ yes: true }, planned);

  expect(error).toBe(
    'The deployment of postrider failed and was rolled back, because of Sender (AWS::SES::EmailIdentity): hello@example.com already exists. Another stack in this region has this sender: mark it as "existing" under "identities" in the settings',
  );
  expect(lines).toContain(
    'failed  Sender (AWS::SES::EmailIdentity): hello@example.com already exists.',
  );
});

test('a change that an earlier run began is awaited, and then continued', async () => {
  at.aws.stack = stackOf('CREATE_IN_PROGRESS');
  at.aws.ahead = [['CREATE_COMPLETE', 'Render', role]];

  const { lines, result, prepared } = await at.run({ yes: true }, noChange);

  expect(lines).toEqual([
    'postrider is CREATE_IN_PROGRESS because of an earlier run: waiting until CloudFormation is done',
  ]);
  expect(prepared).toHaveLength(1);
  expect(result?.json).toMatchObject({ changed: false });
});

test("deploy of an environment uses the environment's own stack and region", async () => {
  const environments = { staging: { region: 'eu-central-1', account: '111122223333' } };
  writeFileSync(at.settings, JSON.stringify({ environments }));
  at.aws.stack = {
    ...stackOf('UPDATE_COMPLETE'),
    id: stackId.replace('postrider', 'postrider-staging'),
  };
  delete process.env.AWS_REGION;

  const { result, prepared } = await at.run({ environment: 'staging', yes: true }, noChange);

  expect(prepared).toMatchObject([
    { stack: 'postrider-staging', environment: 'staging', region: 'eu-central-1' },
  ]);
  expect(result?.json).toMatchObject({ stack: 'postrider-staging', region: 'eu-central-1' });
});
