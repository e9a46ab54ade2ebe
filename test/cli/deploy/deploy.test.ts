import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CdkTarget } from '../../../cli/deploy/cdk.ts';
import { type DeployOptions, deploy } from '../../../cli/deploy/deploy.ts';
import { deployedResult, stoppedResult } from '../../../cli/deploy/deployed-text.ts';
import { toFailure } from '../../../cli/failure.ts';
import type { Result } from '../../../cli/result.ts';
import { stackDescription } from '../../../lib/settings.ts';
import { readHead, readRevision } from '../../../shared/adapters/templates-table.ts';
import { createAccount, listAccounts } from '../../../shared/manage/accounts.ts';
import { listKeys } from '../../../shared/manage/keys.ts';
import { tableNames } from '../../dynalite.ts';
import { planIds, startDeployment, type TestDeployment } from '../../management.ts';
import { type AwsStub, type StubChange, startAwsStub } from './aws-stub.ts';

const stackId = 'arn:aws:cloudformation:eu-central-1:111122223333:stack/postrider/uuid';
const folder = mkdtempSync(join(tmpdir(), 'postrider-deploy-'));
const settings = join(folder, 'settings.json');
const before = { ...process.env };

const outputs = {
  BaseUrl: 'https://api.example/v1',
  KeysTable: tableNames.keys,
  AccountsTable: tableNames.accounts,
  TemplatesTable: tableNames.templates,
  MessagesTable: tableNames.messages,
  UsagePlanFree: planIds.free,
  UsagePlanPro: planIds.pro,
  UsagePlanTeam: planIds.team,
  UsersTable: tableNames.users,
  UserPoolId: 'eu-central-1_Pool',
  DashboardUrl: 'https://page.example',
};

const table = 'AWS::DynamoDB::GlobalTable';
const role = 'AWS::IAM::Role';
const rolePolicy = 'AWS::IAM::Policy';

const allowed = (...actions: string[]) => ({
  Resources: {
    TablesKeys8A5C1B2D: { Type: table, DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' },
    RenderPolicy11112222: {
      Type: rolePolicy,
      Properties: {
        Roles: [{ Ref: 'RenderRole33334444' }],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: actions,
              Resource: { 'Fn::GetAtt': ['TablesKeys8A5C1B2D', 'Arn'] },
            },
          ],
        },
      },
    },
  },
});

const creation: StubChange[] = [
  { action: 'Add', logicalId: 'TablesKeys8A5C1B2D', type: table },
  { action: 'Add', logicalId: 'RenderPolicy11112222', type: rolePolicy },
];

const nothingGiven = {
  yes: false,
  replaceData: false,
  dryRun: false,
} satisfies Partial<DeployOptions>;

let aws: AwsStub;
let deployed: TestDeployment;
beforeAll(async () => {
  deployed = await startDeployment();
});
beforeEach(async () => {
  aws = await startAwsStub();
  process.env = {
    ...before,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: deployed.tables.endpoint,
    AWS_ENDPOINT_URL_API_GATEWAY: deployed.gateway.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-central-1',
    POSTRIDER_SETTINGS: settings,
  };
  writeFileSync(settings, '{ "senders": ["hello@example.com"] }\n');
});
afterEach(() => aws.stop());
afterAll(async () => {
  process.env = before;
  rmSync(folder, { recursive: true });
  await deployed.stop();
});

interface Run {
  /** What was answered; else how it failed. */
  result?: Result;
  error?: string;
  /** What was said on the way, the spinner's words aside. */
  lines: string[];
  prepared: CdkTarget[];
  bootstraps: number;
}

/** Deploys with a CDK that prepares what the test says; `typed` answers the questions, if somebody is there. */
async function run(
  options: Partial<DeployOptions>,
  planned: AwsStub['changeSet'],
  typed?: string[],
): Promise<Run> {
  const seen: Run = { lines: [], prepared: [], bootstraps: 0 };
  const ports = {
    cdk: {
      bootstrap: async () => {
        seen.bootstraps++;
        aws.bootstrapped = true;
      },
      prepare: async (target: CdkTarget) => {
        seen.prepared.push(target);
        aws.changeSet = planned;
        aws.stack ??= stackOf('REVIEW_IN_PROGRESS');
      },
    },
    talk: {
      interactive: typed !== undefined,
      step: () => {},
      line: (text: string) => void seen.lines.push(text.trim()),
      ask: async (question: string) => {
        seen.lines.push(question.trim());
        return typed?.shift() ?? '';
      },
    },
    wait: async () => {},
  };
  try {
    const outcome = await deploy({ ...nothingGiven, ...options }, ports);
    return {
      ...seen,
      result: 'stopped' in outcome ? stoppedResult(outcome) : deployedResult(outcome),
    };
  } catch (error) {
    return { ...seen, error: toFailure(error).error };
  }
}

const stackOf = (status: string, template: object = { Resources: {} }) => ({
  id: stackId,
  status,
  description: stackDescription,
  outputs,
  resources: [],
  template,
});

describe('a first deployment', () => {
  test('shows what it makes, asks, follows it, and ends with a first mail to send', async () => {
    aws.identities = { 'hello@example.com': 'pending' };
    aws.ahead = [
      ['CREATE_IN_PROGRESS', 'TablesKeys8A5C1B2D', table],
      ['CREATE_COMPLETE', 'TablesKeys8A5C1B2D', table],
      ['CREATE_COMPLETE', 'postrider', 'AWS::CloudFormation::Stack'],
    ];

    const { result, lines, prepared } = await run(
      {},
      { changes: creation, template: allowed('dynamodb:GetItem') },
      ['y'],
    );

    const [account] = await listAccounts(deployed.ports);
    const accountId = account?.accountId ?? '';
    const [key] = await listKeys(deployed.ports, accountId);
    const secret = /pr_[0-9A-Za-z]+/.exec(result?.text ?? '')?.[0];
    expect(prepared).toEqual([
      { stack: 'postrider', environment: undefined, region: 'eu-central-1' },
    ]);
    expect(lines).toEqual([
      `postrider in eu-central-1 of account 111122223333

Created: 2
  TablesKeys (${table})
  RenderPolicy (${rolePolicy})

Permissions and openings
  RenderRole: dynamodb`,
      'Deploy this? (y/N)',
      'CloudFormation goes on by itself if this is interrupted; run it again to follow.',
      `created  TablesKeys8A5C1B2D (${table})`,
    ]);
    expect(result?.json).toEqual({
      stack: 'postrider',
      region: 'eu-central-1',
      awsAccount: '111122223333',
      changed: true,
      plan: expect.objectContaining({ consequences: [], losses: [] }),
      baseUrl: 'https://api.example/v1',
      dashboardUrl: 'https://page.example',
      senders: [
        {
          identity: 'hello@example.com',
          status: 'pending',
          advice: 'Open the link in the mail that SES has sent to this address',
        },
      ],
      dnsRecords: [],
      accountId,
      key: { keyId: key?.keyId, secret },
      welcome: true,
    });
    expect(result?.text).toBe(`postrider is deployed.

Base address  https://api.example/v1
Dashboard     https://page.example
Stack         postrider in eu-central-1 of account 111122223333
Account       ${accountId}
API key       ${secret}  (shown this once: keep it now)
Sender        hello@example.com, pending: Open the link in the mail that SES has sent to this address

As soon as the sender is verified, the first mail (a new AWS account may mail verified addresses alone):
curl -sS https://api.example/v1/execute \\
  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\
  -d '{"templateId":"welcome","variables":{"name":"Ada"},"_to":"hello@example.com"}'

To let somebody into the dashboard:
  npm run -s postrider -- user invite you@example.com --stack postrider --region eu-central-1

What is not as it should be:
  npm run -s postrider -- doctor --stack postrider --region eu-central-1`);
    const head = await readHead(deployed.ports.templates, accountId, 'welcome');
    const saved = await readRevision(deployed.ports.templates, accountId, 'welcome', 1);
    expect(head).toMatchObject({ flowStatus: 'provider', revision: 1 });
    expect(JSON.stringify(saved?.flow)).toContain('"from":"hello@example.com"');
  });

  test('run again changes nothing, and makes no second account, key or template', async () => {
    aws.stack = stackOf('CREATE_COMPLETE');

    const { result, lines } = await run({ yes: true }, null);

    expect(lines).toEqual([]);
    expect(result?.json).toMatchObject({ changed: false, key: null, welcome: false });
    expect(result?.text).toContain('postrider is deployed, and was so already.');
    expect(await listAccounts(deployed.ports)).toHaveLength(1);
  });

  test('ends with the DNS records that are to be made by hand', async () => {
    const ownNames = {
      DnsRecordsExampleCom:
        'a._domainkey.example.com CNAME a.dkim\nb._domainkey.example.com CNAME b.dkim',
      DomainTarget: 'd-1.execute-api.eu-central-1.amazonaws.com',
      DashboardDomainTarget: 'd1.cloudfront.net',
    };
    aws.stack = { ...stackOf('CREATE_COMPLETE'), outputs: { ...outputs, ...ownNames } };

    const { result } = await run({ yes: true }, null);

    expect(result?.text).toContain(`DNS records to make:
  a._domainkey.example.com CNAME a.dkim
  b._domainkey.example.com CNAME b.dkim
  api.example CNAME d-1.execute-api.eu-central-1.amazonaws.com
  page.example CNAME d1.cloudfront.net

`);
  });

  test('after a removal puts the accounts into the plans of the new stack', async () => {
    aws.stack = stackOf('CREATE_COMPLETE');
    const { members } = deployed.gateway;
    const earlier = [...members];
    members.clear();

    await run({ yes: true }, null);

    expect([...members]).toEqual(earlier);
  });

  test('leaves several accounts as they are', async () => {
    aws.stack = stackOf('UPDATE_COMPLETE');
    const second = await createAccount(deployed.ports, { name: 'Second', plan: 'free' });

    const { result } = await run({ yes: true }, null);

    expect(result?.json).toMatchObject({ accountId: null, key: null });
    expect(await listKeys(deployed.ports, second.accountId)).toEqual([]);
  });
});

describe('before anything happens', () => {
  test.each<[string, (stub: AwsStub) => void, string]>([
    [
      'an expired session',
      (stub) => {
        stub.caller = { error: 'ExpiredToken' };
      },
      'The AWS session has expired: sign in again',
    ],
    [
      'wrong credentials',
      (stub) => {
        stub.caller = { error: 'InvalidClientTokenId' };
      },
      'AWS does not take these credentials: ',
    ],
    [
      'no credentials',
      () => {
        delete process.env.AWS_ACCESS_KEY_ID;
        process.env.AWS_EC2_METADATA_DISABLED = 'true';
        process.env.AWS_SHARED_CREDENTIALS_FILE = join(folder, 'none');
        process.env.AWS_CONFIG_FILE = join(folder, 'none');
      },
      'No AWS credentials were found: ',
    ],
    [
      'no region',
      () => {
        delete process.env.AWS_REGION;
        process.env.AWS_CONFIG_FILE = join(folder, 'none');
      },
      'No region is set: name it with --region',
    ],
    [
      'a region without SES',
      () => {
        // A label has at most 63 letters (RFC 1035 §2.3.4): no resolver asks anybody for this one.
        process.env.AWS_ENDPOINT_URL_SESV2 = `http://${'n'.repeat(64)}.invalid`;
        process.env.AWS_REGION = 'ap-southeast-6';
      },
      'There is no SES in ap-southeast-6: ',
    ],
    [
      "another account's credentials",
      () => writeFileSync(settings, '{ "account": "999988887777" }'),
      'The stack postrider belongs into the AWS account 999988887777, and these credentials are of 111122223333: choose the right ones with AWS_PROFILE',
    ],
    [
      'another region than the settings say',
      () => writeFileSync(settings, '{ "region": "eu-west-1" }'),
      'The settings say eu-west-1, and --region says eu-central-1: leave the option out, or change the setting',
    ],
    [
      'an account that is not bootstrapped',
      (stub) => {
        stub.bootstrapped = false;
      },
      'The CDK is not bootstrapped in eu-central-1 of account 111122223333: --yes does it, and so does npx cdk bootstrap aws://111122223333/eu-central-1',
    ],
    [
      "a name that is taken by another's stack",
      (stub) => {
        stub.stack = { ...stackOf('CREATE_COMPLETE'), description: 'Another' };
      },
      "The name postrider is taken by a stack that is none of postrider's: choose another stackName in settings.json",
    ],
    [
      'a rollback that failed',
      (stub) => {
        stub.stack = stackOf('UPDATE_ROLLBACK_FAILED');
      },
      'The stack postrider is UPDATE_ROLLBACK_FAILED: finish the rollback with aws cloudformation continue-update-rollback --stack-name postrider, then deploy again',
    ],
    [
      'a bad setting',
      () => writeFileSync(settings, '{ "sending": 1 }'),
      `${settings}: sending must be of type boolean`,
    ],
    [
      'a choice of environment that is missing',
      () => writeFileSync(settings, '{ "environments": { "staging": {} } }'),
      `${settings} has several environments: choose one of staging: name it with --environment`,
    ],
  ])('%s is told in one sentence', async (_, breaks, sentence) => {
    breaks(aws);
    const region = sentence.includes('--region says') ? { region: 'eu-central-1' } : {};

    const { error, prepared, bootstraps } = await run(region, null);

    expect(error).toContain(sentence);
    expect(error?.split('\n')).toHaveLength(1);
    expect({ prepared, bootstraps, writes: aws.writes }).toEqual({
      prepared: [],
      bootstraps: 0,
      writes: [],
    });
  });

  test('an account that is not bootstrapped is bootstrapped, with a yes', async () => {
    aws.bootstrapped = false;
    aws.stack = stackOf('UPDATE_COMPLETE');

    const asked = await run({}, null, ['no']);
    const agreed = await run({}, null, ['yes']);
    aws.bootstrapped = false;
    const beforehand = await run({ yes: true }, null);

    expect(asked).toMatchObject({ bootstraps: 0, result: { exitCode: 1 } });
    expect(asked.lines.join()).toContain('is not bootstrapped in eu-central-1');
    expect(agreed).toMatchObject({ bootstraps: 1, result: { json: { changed: false } } });
    expect(beforehand).toMatchObject({ bootstraps: 1, result: { json: { changed: false } } });
  });

  test('a sender is asked for where there is none, and kept in the settings', async () => {
    writeFileSync(settings, '{\n  "dashboard": false\n}\n');
    aws.stack = stackOf('UPDATE_COMPLETE');

    const { lines } = await run({}, null, ['mail.example.com']);
    await run({ sender: 'hello@example.org' }, null);
    await run({ sender: 'hello@example.org' }, null);
    const { error } = await run({ sender: 'nobody' }, null);

    expect(lines).toEqual(['Which address or domain shall mails come from? (Enter: decide later)']);
    expect(error).toContain('senders.2 must be an e-mail address or a domain');
    expect(readFileSync(settings, 'utf8')).toBe(
      '{\n  "dashboard": false,\n  "senders": [\n    "mail.example.com",\n    "hello@example.org"\n  ]\n}\n',
    );
  });
});

describe('a change', () => {
  const planned = {
    changes: [{ action: 'Modify', logicalId: 'RenderPolicy11112222', type: rolePolicy }],
    template: allowed('dynamodb:GetItem', 'dynamodb:Scan'),
  };

  test('shows on its own what somebody may do that could not before', async () => {
    aws.stack = stackOf('UPDATE_COMPLETE', allowed('dynamodb:GetItem'));
    aws.ends = 'UPDATE_COMPLETE';

    const { lines, result } = await run({ yes: true }, planned);

    expect(lines[0]).toBe(`postrider in eu-central-1 of account 111122223333

Changed: 1
  RenderPolicy (${rolePolicy})

New permissions and openings
  RenderRole
    + dynamodb:Scan on TablesKeys`);
    expect(result?.json).toMatchObject({ changed: true });
  });

  test.each<[string, Partial<DeployOptions>, string[] | undefined, Partial<Result>]>([
    ['a dry run', { dryRun: true }, undefined, { exitCode: 0 }],
    ['a no', {}, [''], { exitCode: 1 }],
  ])('is left undone by %s, without a trace', async (_, options, typed, result) => {
    aws.stack = stackOf('UPDATE_COMPLETE', allowed('dynamodb:GetItem'));

    const outcome = await run(options, planned, typed);

    expect(outcome.result).toMatchObject({ ...result, json: { changed: false } });
    expect(aws.writes).toEqual(['DeleteChangeSet']);
    expect(aws.changeSet).toBeNull();
  });

  test('of what is not there yet leaves no empty stack behind', async () => {
    await run({ dryRun: true }, { changes: creation, template: allowed() });

    expect(aws.writes).toEqual(['DeleteChangeSet', 'DeleteStack']);
    expect(aws.stack).toBeNull();
  });

  test('that replaces a table in use needs more than a yes', async () => {
    const losing = {
      changes: [
        { action: 'Modify', logicalId: 'TablesKeys8A5C1B2D', type: table, replacement: 'True' },
      ],
      template: allowed(),
    };
    aws.stack = stackOf('UPDATE_COMPLETE', allowed());
    aws.ends = 'UPDATE_COMPLETE';

    const refused = await run({ yes: true }, losing);
    const declined = await run({ yes: true }, losing, ['y']);
    const typed = await run({}, losing, ['postrider']);
    const forced = await run({ yes: true, replaceData: true }, losing);

    const consequence =
      'TablesKeys: a new, empty table takes the place of the one in use, which is kept, but nobody reads it';
    expect(refused.lines[0]).toContain(`What that means\n  ${consequence}`);
    expect(refused.error).toBe(
      `This would part postrider from its data (${consequence}): where its tables got their names from CloudFormation, "namedTables": false in the settings keeps them; --replace-data does it all the same`,
    );
    expect(declined.result).toMatchObject({ json: { changed: false }, exitCode: 1 });
    expect(typed.result).toMatchObject({ json: { changed: true } });
    expect(forced.result).toMatchObject({ json: { changed: true } });
    const stopped = ['DeleteChangeSet'];
    expect(aws.writes).toEqual([...stopped, ...stopped, 'ExecuteChangeSet', 'ExecuteChangeSet']);
  });

  test('that fails is told with what failed first, and its mend', async () => {
    aws.stack = stackOf('UPDATE_COMPLETE', allowed());
    aws.ahead = [
      ['UPDATE_FAILED', 'Sender', 'AWS::SES::EmailIdentity', 'hello@example.com already exists.'],
      ['UPDATE_FAILED', 'Render', role, 'Resource update cancelled'],
    ];
    aws.ends = 'UPDATE_ROLLBACK_COMPLETE';

    const { error, lines } = await run({ yes: true }, planned);

    expect(error).toBe(
      'The deployment of postrider failed and was rolled back, because of Sender (AWS::SES::EmailIdentity): hello@example.com already exists. Another stack of this region has this sender: say "existing" of it under "identities" in the settings',
    );
    expect(lines).toContain(
      'failed  Sender (AWS::SES::EmailIdentity): hello@example.com already exists.',
    );
  });

  test('that an earlier run began is waited for, and then gone on from', async () => {
    aws.stack = stackOf('CREATE_IN_PROGRESS');
    aws.ahead = [['CREATE_COMPLETE', 'Render', role]];

    const { lines, result, prepared } = await run({ yes: true }, null);

    expect(lines).toEqual([
      'postrider is CREATE_IN_PROGRESS since an earlier run: waiting for its end',
    ]);
    expect(prepared).toHaveLength(1);
    expect(result?.json).toMatchObject({ changed: false });
  });

  test('of an environment is made in its own stack, where its settings say', async () => {
    const environments = { staging: { region: 'eu-central-1', account: '111122223333' } };
    writeFileSync(settings, JSON.stringify({ environments }));
    aws.stack = {
      ...stackOf('UPDATE_COMPLETE'),
      id: stackId.replace('postrider', 'postrider-staging'),
    };
    delete process.env.AWS_REGION;

    const { result, prepared } = await run({ environment: 'staging', yes: true }, null);

    expect(prepared).toEqual([
      { stack: 'postrider-staging', environment: 'staging', region: 'eu-central-1' },
    ]);
    expect(result?.json).toMatchObject({ stack: 'postrider-staging', region: 'eu-central-1' });
  });
});
