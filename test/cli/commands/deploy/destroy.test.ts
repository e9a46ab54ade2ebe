import type { DestroyOptions } from '../../../../cli/commands/deploy/destroy.ts';
import { expect, test } from '../../../jest.ts';
import {
  destroying,
  identityType,
  poolType,
  type Run,
  stackOf,
  tables,
  tableType,
} from './destroying.ts';

const at = destroying();

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

test('destroy says what it removes and keeps, asks, and keeps tables and users', async () => {
  at.aws.ahead = [['DELETE_COMPLETE', 'Render', 'AWS::Lambda::Function']];

  const { result, lines } = await at.run({}, 'y');

  const stays = `  mail-Keys (table, about 0 items)
  mail-Accounts (table, about 1 items)
  mail-Templates (table, about 0 items)
  mail-Messages (table, about 0 items)
  mail-Users (table, about 0 items)
  pool-1 (user pool, about 2 users)
  example.com (AWS::SES::EmailIdentity)`;
  expect(lines).toEqual([
    `mail in eu-central-1 of account 111122223333

Removed: 1 resources: the API, its functions, their logs, the dashboard

Kept
${stays}`,
    'Remove it? (y/N)',
    'If you interrupt this, CloudFormation continues; run this again to follow it.',
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

Still in AWS
${stays}

A deployment with the name mail imports the tables again; destroy --delete-data deletes them.`,
  });
  expect(at.aws.writes).toEqual(['DeleteStack']);
});

test('destroy says before it asks how many scheduled messages are not sent', async () => {
  const [accountId, sendAt] = ['acc_0a1B2c3D4e5F6g7H', '2026-12-24T09:00:00.000Z'];
  const texts = { sk: 'L#m', keyId: 'k', templateId: 't', sendAt };
  for (const partition of [accountId, `${accountId}#0`]) {
    const item = Object.entries({ accountId: partition, ...texts }).map(([name, S]) => ({
      [name]: { S },
    }));
    at.aws.tables.get('mail-Messages')?.items.push(Object.assign({}, ...item));
  }

  const runs = [await at.run({}, 'no'), await at.run({ deleteData: true }, 'no')];

  expect(runs.map(({ lines }) => lines[0]?.split('\n\n').at(-1))).toEqual([
    'Scheduled messages: 2. They will not be sent until a stack of this name is deployed again. It then sends what is overdue.',
    'Scheduled messages: 2. They will be deleted, and never sent.',
  ]);
});

test('destroy goes on if AWS does not let it count the scheduled messages', async () => {
  const refusal = { status: 400, code: 'AccessDeniedException', message: 'You may not' };
  at.aws.intercept = ({ operation }) => (operation === 'Scan' ? refusal : null);

  const { lines, result } = await at.run({}, 'y');

  expect(lines[0]).toContain(
    '\n\nScheduled messages: an unknown number. They will not be sent until',
  );
  expect(result?.json).toMatchObject({ removed: 1 });
});

test('destroy --delete-data lifts every protection, and keeps only what is shared with others', async () => {
  const { result, lines } = await at.run({ deleteData: true }, 'mail');

  expect(lines[1]).toBe('All of it will be deleted permanently. Type mail to continue:');
  expect(result?.json).toMatchObject({ kept: [sender], deleted: staying });
  expect([at.aws.tables.size, at.aws.pools.size, at.gateway.keys.size]).toEqual([0, 0, 0]);
  expect(at.aws.writes).toEqual([
    ...tables.flatMap((table) => [`UpdateTable mail-${table}`, `DeleteTable mail-${table}`]),
    'UpdateUserPool pool-1',
    'DeleteUserPoolDomain pool-1',
    'DeleteUserPool pool-1',
    'DeleteStack',
  ]);
});

test('an interrupted destroy --delete-data continues with the rest', async () => {
  for (const table of ['Keys', 'Accounts']) at.aws.tables.delete(`mail-${table}`);
  at.gateway.keys.clear();

  const { result } = await at.run({ deleteData: true, confirm: 'mail' });

  expect(result?.json).toMatchObject({ deleted: staying.slice(2) });
  expect([at.aws.tables.size, at.aws.pools.size]).toEqual([0, 0]);
});

test('destroy --delete-data finds the data that an earlier destroy kept', async () => {
  at.aws.stack = null;
  at.aws.pools.set('pool-2', { name: 'other', protection: 'ACTIVE' });

  const { error } = await at.run({ yes: true });
  const { result } = await at.run({ deleteData: true, confirm: 'mail' });

  expect(error).toBe(
    'There is no stack mail in eu-central-1, but an earlier one left mail-Keys, mail-Accounts, mail-Templates, mail-Messages, mail-Users, pool-1: destroy --delete-data deletes them',
  );
  expect(result?.json).toMatchObject({ removed: 0, deleted: staying });
  expect([...at.aws.pools.keys()]).toEqual(['pool-2']);
});

test('destroy names and deletes the user pools of earlier stacks of the name, but no pool that only has the name', async () => {
  at.aws.pools.set('pool-0', { name: 'mail', protection: 'ACTIVE' });
  at.aws.pools.set('pool-x', { name: 'mail', protection: 'ACTIVE', tags: { service: 'shop' } });

  const kept = await at.run({ yes: true });
  at.aws.stack = stackOf('UPDATE_COMPLETE');
  const { result, lines } = await at.run({ deleteData: true, confirm: 'mail' });

  const earlier = { kind: 'user pool', type: poolType, name: 'pool-0', size: 2 };
  expect(kept.result?.json).toMatchObject({ kept: [...staying, sender, earlier] });
  expect(lines[0]).toContain('pool-0 (user pool, about 2 users)');
  expect(result?.json).toMatchObject({ deleted: [...staying, earlier] });
  expect([...at.aws.pools.keys()]).toEqual(['pool-x']);
});

test.each<[string, Partial<DestroyOptions>, string | undefined, Run['stopped']]>([
  ['there is no terminal to ask at', {}, undefined, 'unasked'],
  ['the answer is no', {}, '', 'declined'],
  ['a yes is all there is for the data', { yes: true, deleteData: true }, undefined, 'unasked'],
  ["a yes is typed instead of the stack's name", { deleteData: true }, 'yes', 'declined'],
])('destroy does nothing if %s', async (_, options, typed, stopped) => {
  const outcome = await at.run(options, typed);

  expect(outcome.stopped).toBe(stopped);
  expect(at.aws.writes).toEqual([]);
});

test('destroy follows a removal that an earlier run began', async () => {
  at.aws.stack = stackOf('DELETE_IN_PROGRESS');
  at.aws.ahead = [
    ['DELETE_IN_PROGRESS', 'Render', 'AWS::Lambda::Function'],
    ['DELETE_COMPLETE', 'Render', 'AWS::Lambda::Function'],
  ];

  const { result, lines } = await at.run({ yes: true });

  expect(lines).toEqual([
    'mail is DELETE_IN_PROGRESS because of an earlier run: waiting until CloudFormation is done',
  ]);
  expect(result?.json).toMatchObject({ removed: 0, kept: staying });
  expect(at.aws.writes).toEqual([]);
});

test.each<[string, () => void, string]>([
  [
    "another's stack",
    () => {
      at.aws.stack = { ...stackOf('CREATE_COMPLETE'), description: 'Another' };
    },
    'The stack mail is not a postrider stack, and was not changed: name a postrider stack with --stack or --environment',
  ],
  [
    'expired credentials',
    () => {
      at.aws.caller = { error: 'ExpiredToken' };
    },
    'The AWS session has expired: sign in again',
  ],
])('destroy never touches anything with %s', async (_, breaks, sentence) => {
  breaks();

  const { error } = await at.run({ yes: true, deleteData: true, confirm: 'mail' });

  expect(error).toContain(sentence);
  expect(at.aws.writes).toEqual([]);
});
