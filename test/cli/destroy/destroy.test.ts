import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type DestroyOptions, destroy } from '../../../cli/destroy/destroy.ts';
import { destroyedResult } from '../../../cli/destroy/destroyed-text.ts';
import { toFailure } from '../../../cli/failure.ts';
import type { Result } from '../../../cli/result.ts';
import { stackDescription } from '../../../lib/settings.ts';
import { type ApiGatewayStub, startApiGatewayStub } from '../../api-gateway-stub.ts';
import { type AwsStub, startAwsStub } from '../deploy/aws-stub.ts';

const before = { ...process.env };

const tables = ['Keys', 'Accounts', 'Templates', 'Messages', 'Users'];
const tableType = 'AWS::DynamoDB::GlobalTable';
const poolType = 'AWS::Cognito::UserPool';
const identityType = 'AWS::SES::EmailIdentity';

const outputs = {
  BaseUrl: 'https://api.example/v1',
  ...Object.fromEntries(tables.map((table) => [`${table}Table`, `mail-${table}`])),
  UsagePlanFree: 'f',
  UsagePlanPro: 'p',
  UsagePlanTeam: 't',
};

const account = {
  accountId: { S: 'acc_0a1B2c3D4e5F6g7H' },
  name: { S: 'Main' },
  plan: { S: 'team' },
  gatewayKeyId: { S: 'gw1' },
  usageIdentifierKey: { S: 'value' },
  createdAt: { S: '2026-01-01T00:00:00.000Z' },
};

let aws: AwsStub;
let gateway: ApiGatewayStub;
beforeEach(async () => {
  [aws, gateway] = await Promise.all([startAwsStub(), startApiGatewayStub()]);
  process.env = {
    ...before,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ENDPOINT_URL_API_GATEWAY: gateway.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-central-1',
  };
  for (const table of tables) aws.tables.set(`mail-${table}`, { items: [], protection: true });
  aws.tables.get('mail-Accounts')?.items.push(account);
  aws.pools.set('pool-1', { name: 'mail', protection: 'ACTIVE', domain: 'mail-domain' });
  gateway.keys.set('gw1', { id: 'gw1', name: 'postrider', value: 'value' });
  aws.stack = stackOf('UPDATE_COMPLETE');
  aws.ends = 'DELETE_COMPLETE';
});
afterEach(() => Promise.all([aws.stop(), gateway.stop()]));
afterAll(() => {
  process.env = before;
});

const kept = { DeletionPolicy: 'Retain' };

function stackOf(status: string) {
  const keptOnes = [
    ...tables.map((table) => ({
      logicalId: table,
      physicalId: `mail-${table}`,
      type: tableType,
    })),
    { logicalId: 'Pool', physicalId: 'pool-1', type: poolType },
    { logicalId: 'Sender', physicalId: 'example.com', type: identityType },
  ];
  const render = {
    logicalId: 'Render',
    physicalId: 'mail-Render-1',
    type: 'AWS::Lambda::Function',
  };
  const resources = Object.fromEntries(
    keptOnes.map(({ logicalId, type }) => [logicalId, { Type: type, ...kept }]),
  );
  return {
    id: 'arn:aws:cloudformation:eu-central-1:111122223333:stack/mail/uuid',
    status,
    description: stackDescription,
    outputs,
    resources: [...keptOnes, render],
    template: { Resources: { ...resources, Render: { Type: render.type } } },
  };
}

interface Run {
  result?: Result;
  /** Where it stopped without doing anything. */
  stopped?: 'declined' | 'unasked';
  error?: string;
  lines: string[];
}

async function run(options: Partial<DestroyOptions>, typed?: string): Promise<Run> {
  const lines: string[] = [];
  const ports = {
    talk: {
      interactive: typed !== undefined,
      step: () => {},
      line: (text: string) => void lines.push(text.trim()),
      ask: async (question: string) => {
        lines.push(question.trim());
        return typed ?? '';
      },
    },
    wait: async () => {},
  };
  const target = { stack: 'mail', region: undefined, account: undefined };
  try {
    const outcome = await destroy({ target, yes: false, deleteData: false, ...options }, ports);
    if (typeof outcome === 'string') return { stopped: outcome, lines };
    return { result: destroyedResult(outcome), lines };
  } catch (error) {
    return { error: toFailure(error).error, lines };
  }
}

const staying = [
  ...tables.map((table) => ({
    kind: 'table',
    type: tableType,
    name: `mail-${table}`,
    size: table === 'Accounts' ? 1 : 0,
  })),
  { kind: 'user pool', type: poolType, name: 'pool-1', size: 2 },
];
const sender = { kind: 'other', type: identityType, name: 'example.com', size: null };

describe('a removal', () => {
  test('says what goes and what stays, asks, and keeps tables and users', async () => {
    aws.ahead = [['DELETE_COMPLETE', 'Render', 'AWS::Lambda::Function']];

    const { result, lines } = await run({}, 'y');

    const stays = `  mail-Keys (table, about 0 items)
  mail-Accounts (table, about 1 items)
  mail-Templates (table, about 0 items)
  mail-Messages (table, about 0 items)
  mail-Users (table, about 0 items)
  pool-1 (user pool, about 2 users)
  example.com (AWS::SES::EmailIdentity)`;
    expect(lines).toEqual([
      `mail in eu-central-1 of account 111122223333

Goes: 1 resources: the API, its functions, their logs, the dashboard

Stays
${stays}`,
      'Remove it? (y/N)',
      'CloudFormation goes on by itself if this is interrupted; run it again to follow.',
      'removed  Render (AWS::Lambda::Function)',
    ]);
    expect(result).toEqual({
      json: {
        stack: 'mail',
        region: 'eu-central-1',
        awsAccount: '111122223333',
        removed: 1,
        kept: [...staying, sender],
        deleted: [],
      },
      text: `mail is removed from eu-central-1.

Still there
${stays}

A deployment of the name mail takes the tables in again; destroy --delete-data deletes them.`,
    });
    expect(aws.writes).toEqual(['DeleteStack']);
  });

  test('with the data lifts every protection, and leaves only what is shared with others', async () => {
    const { result, lines } = await run({ deleteData: true }, 'mail');

    expect(lines[1]).toBe('All of it is deleted for good. Type mail to go on:');
    expect(result?.json).toMatchObject({ kept: [sender], deleted: staying });
    expect([aws.tables.size, aws.pools.size, gateway.keys.size]).toEqual([0, 0, 0]);
    expect(aws.writes).toEqual([
      ...tables.flatMap((table) => [`UpdateTable mail-${table}`, `DeleteTable mail-${table}`]),
      'UpdateUserPool pool-1',
      'DeleteUserPoolDomain pool-1',
      'DeleteUserPool pool-1',
      'DeleteStack',
    ]);
  });

  test('with the data that was cut off goes on with what is left', async () => {
    for (const table of ['Keys', 'Accounts']) aws.tables.delete(`mail-${table}`);
    gateway.keys.clear();

    const { result } = await run({ deleteData: true, confirm: 'mail' });

    expect(result?.json).toMatchObject({ deleted: staying.slice(2) });
    expect([aws.tables.size, aws.pools.size]).toEqual([0, 0]);
  });

  test('of the data alone finds what an earlier one kept', async () => {
    aws.stack = null;
    aws.pools.set('pool-2', { name: 'other', protection: 'ACTIVE' });

    const { error } = await run({ yes: true });
    const { result } = await run({ deleteData: true, confirm: 'mail' });

    expect(error).toBe(
      'There is no stack mail in eu-central-1, and of an earlier one mail-Keys, mail-Accounts, mail-Templates, mail-Messages, mail-Users, pool-1 were kept: --delete-data deletes them',
    );
    expect(result?.json).toMatchObject({ removed: 0, deleted: staying });
    expect([...aws.pools.keys()]).toEqual(['pool-2']);
  });

  test.each<[string, Partial<DestroyOptions>, string | undefined, Run['stopped']]>([
    ['nobody is there to be asked', {}, undefined, 'unasked'],
    ['the answer is no', {}, '', 'declined'],
    ['a yes is all there is for the data', { yes: true, deleteData: true }, undefined, 'unasked'],
    ["a yes is typed instead of the stack's name", { deleteData: true }, 'yes', 'declined'],
  ])('does nothing where %s', async (_, options, typed, stopped) => {
    const outcome = await run(options, typed);

    expect(outcome.stopped).toBe(stopped);
    expect(aws.writes).toEqual([]);
  });

  test('that an earlier run began is followed to its end', async () => {
    aws.stack = stackOf('DELETE_IN_PROGRESS');
    aws.ahead = [
      ['DELETE_IN_PROGRESS', 'Render', 'AWS::Lambda::Function'],
      ['DELETE_COMPLETE', 'Render', 'AWS::Lambda::Function'],
    ];

    const { result, lines } = await run({ yes: true });

    expect(lines).toEqual(['mail is DELETE_IN_PROGRESS since an earlier run: waiting for its end']);
    expect(result?.json).toMatchObject({ removed: 0, kept: staying });
    expect(aws.writes).toEqual([]);
  });

  test('that fails is told with its cause', async () => {
    aws.ahead = [['DELETE_FAILED', 'Page', 'AWS::S3::Bucket', 'The bucket is not empty']];
    aws.ends = 'DELETE_FAILED';

    const { error } = await run({ yes: true });

    expect(error).toBe(
      'The removal of mail ended as DELETE_FAILED, because of Page (AWS::S3::Bucket): The bucket is not empty: mend that, and run destroy again',
    );
  });

  test.each<[string, () => void, string]>([
    [
      "another's stack",
      () => {
        aws.stack = { ...stackOf('CREATE_COMPLETE'), description: 'Another' };
      },
      "The name mail is taken by a stack that is none of postrider's: choose another stackName in settings.json",
    ],
    [
      'expired credentials',
      () => {
        aws.caller = { error: 'ExpiredToken' };
      },
      'The AWS session has expired: sign in again',
    ],
  ])('never touches anything with %s', async (_, breaks, sentence) => {
    breaks();

    const { error } = await run({ yes: true, deleteData: true, confirm: 'mail' });

    expect(error).toContain(sentence);
    expect(aws.writes).toEqual([]);
  });
});
