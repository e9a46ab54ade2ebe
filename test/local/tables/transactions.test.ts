import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { createTables } from '../../../local/tables/create-tables.ts';
import { credentials, region, startTables, tableNames } from '../../dynalite.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { serve } from '../../serve.ts';

const { endpoint } = await startTables();
const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 });
atEndOfFile(() => client.destroy());

type Item = Record<string, AttributeValue>;

const accounts = tableNames.accounts;
const trail = tableNames.trail;
const account = (id: string, plan = 'free'): Item => ({ accountId: { S: id }, plan: { S: plan } });
const entry = (id: string, sk = 'A#1'): Item => ({ accountId: { S: id }, sk: { S: sk } });

const transact = (TransactItems: TransactWriteItem[], ClientRequestToken?: string) =>
  client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));

const putAccount = (id: string, plan?: string): TransactWriteItem => ({
  Put: {
    ...{ TableName: accounts, Item: account(id, plan) },
    ConditionExpression: 'attribute_not_exists(accountId)',
  },
});

const putEntry = (id: string, sk?: string): TransactWriteItem => ({
  Put: { TableName: trail, Item: entry(id, sk) },
});

async function found(id: string) {
  const Key = { accountId: { S: id } };
  const read = await client.send(new GetItemCommand({ TableName: accounts, Key }));
  const all = await client.send(new ScanCommand({ TableName: trail }));
  const entries = (all.Items ?? []).filter((item) => item.accountId?.S === id).length;
  return { plan: read.Item?.plan?.S, entries };
}

/** The codes of the reasons for which a transaction was cancelled. */
const codesOf = (cancelled: Promise<unknown>) =>
  cancelled.then(
    () => [],
    (error) => {
      expect(error).toBeInstanceOf(TransactionCanceledException);
      return error.CancellationReasons.map(({ Code }: { Code: string }) => Code);
    },
  );

test('a refused part undoes puts, updates and deletions before it, and says which part it is', async () => {
  await client.send(new PutItemCommand({ TableName: accounts, Item: account('kept', 'pro') }));
  await client.send(new PutItemCommand({ TableName: trail, Item: entry('kept', 'A#0') }));
  const Key = { accountId: { S: 'kept' } };
  const values = { ':plan': { S: 'team' } };

  const cancelled = transact([
    putEntry('kept'),
    {
      Update: {
        ...{ TableName: accounts, Key, UpdateExpression: 'SET #plan = :plan' },
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: values,
      },
    },
    { Delete: { TableName: trail, Key: entry('kept', 'A#0') } },
    {
      Delete: {
        ...{ TableName: accounts, Key: { accountId: { S: 'none' } } },
        ConditionExpression: 'attribute_exists(accountId)',
      },
    },
  ]);

  expect(await codesOf(cancelled)).toEqual(['None', 'None', 'None', 'ConditionalCheckFailed']);
  expect(await found('kept')).toEqual({ plan: 'pro', entries: 1 });
});

test('a repeat with the same token writes nothing, and one with other parts is refused', async () => {
  const token = randomUUID();
  await transact([putAccount('again'), putEntry('again')], token);

  await transact([putAccount('again'), putEntry('again')], token);

  const other = transact([putAccount('again'), putEntry('again', 'A#2')], token);
  await expect(other).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
  expect(await found('again')).toEqual({ plan: 'free', entries: 1 });
});

test('of 20 transactions at once on one item all are applied, each with its entry', async () => {
  const Key = { accountId: { S: 'busy' } };
  const add = (at: number) =>
    transact([
      {
        Update: {
          ...{ TableName: accounts, Key, UpdateExpression: 'ADD amount :one' },
          ExpressionAttributeValues: { ':one': { N: '1' } },
        },
      },
      putEntry('busy', `A#${at}`),
    ]);

  await Promise.all(Array.from({ length: 20 }, (_, at) => add(at)));

  const { Item } = await client.send(new GetItemCommand({ TableName: accounts, Key }));
  expect(Item?.amount).toEqual({ N: '20' });
  expect((await found('busy')).entries).toBe(20);
});

test('a transaction with two writes of one item is refused, and writes nothing', async () => {
  const twice = transact([putEntry('twice'), putAccount('twice'), putEntry('twice')]);

  await expect(twice).rejects.toMatchObject({ name: 'ValidationException' });
  expect(await found('twice')).toEqual({ plan: undefined, entries: 0 });
});

test('a server without transactions is refused when the tables are created', async () => {
  const [bare] = dynalite({}).listeners('request') as [RequestListener];
  const { url } = await serve(bare);
  const table = {
    TableName: 'Bare',
    AttributeDefinitions: [{ AttributeName: 'accountId', AttributeType: 'S' as const }],
    KeySchema: [{ AttributeName: 'accountId', KeyType: 'HASH' as const }],
  };

  await expect(createTables(url, [table])).rejects.toThrow(
    `The DynamoDB-compatible server at ${url} has no transactions (TransactWriteItems)`,
  );
});
