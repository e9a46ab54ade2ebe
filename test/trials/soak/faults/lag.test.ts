import { Agent } from 'node:http';
import {
  BatchGetItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { harmless } from '../../../../trials/soak/faults/fate.ts';
import { withLag } from '../../../../trials/soak/faults/lag.ts';
import {
  type Call,
  type FaultServer,
  forwardTo,
  startFaultServer,
} from '../../../../trials/soak/faults/server.ts';
import { startTables, tableNames, testClient } from '../../../dynalite.ts';
import { afterEach, beforeEach, expect, test } from '../../../jest.ts';

let agent: Agent;
let server: FaultServer;
let client: ReturnType<typeof testClient>;
let lagMs: number;
let nowMs = 0;

const tables = await startTables();

beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  const apply = (call: Call) => forwardTo(tables.endpoint, call, agent);
  const keyNames = new Map([[tableNames.messages, ['accountId', 'sk']]]);
  server = await startFaultServer({
    meet: () => ({ fate: { ...harmless, lagMs }, kill: () => undefined }),
    apply: withLag({ apply, keyNames, rememberMs: 60_000, now: () => nowMs }),
  });
  client = testClient(server.urlFor('me'));
});

afterEach(async () => {
  client.destroy();
  await server.stop();
  agent.destroy();
});

const TableName = tableNames.messages;
const keyOf = (sk: string) => ({ accountId: { S: 'acct' }, sk: { S: sk } });

const put = (sk: string, sesMessageId: string) =>
  client.send(
    new PutItemCommand({ TableName, Item: { ...keyOf(sk), sesMessageId: { S: sesMessageId } } }),
  );

/** SES's id as each kind of read finds it. */
async function readAll(sk: string, indexed: string) {
  const Key = keyOf(sk);
  const late = await client.send(new GetItemCommand({ TableName, Key }));
  const newest = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  const batch = await client.send(
    new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }),
  );
  const index = await client.send(
    new QueryCommand({
      TableName,
      IndexName: 'bySesMessageId',
      KeyConditionExpression: 'sesMessageId = :id',
      ExpressionAttributeValues: { ':id': { S: indexed } },
    }),
  );
  return {
    late: late.Item?.sesMessageId?.S,
    newest: newest.Item?.sesMessageId?.S,
    batch: batch.Responses?.[TableName]?.map(({ sesMessageId }) => sesMessageId?.S),
    index: index.Items?.map((item) => item.sk?.S),
  };
}

test('a fault server with a lag gives a fresh item only to a read with ConsistentRead', async () => {
  lagMs = 30_000;
  await put('new', 'ses-1');

  const found = await readAll('new', 'ses-1');

  expect(found).toEqual({ late: undefined, newest: 'ses-1', batch: [], index: [] });
});

test('a fault server with a lag gives other reads the previous item', async () => {
  lagMs = 0;
  await put('changed', 'ses-2');
  nowMs += 1000;
  await put('changed', 'ses-3');
  nowMs += 10;
  lagMs = 500;

  const found = await readAll('changed', 'ses-3');

  expect(found).toMatchObject({ late: 'ses-2', newest: 'ses-3', batch: ['ses-2'] });
});

test('a fault server without a lag gives every read the stored item', async () => {
  lagMs = 0;
  await put('there', 'ses-4');

  const found = await readAll('there', 'ses-4');

  expect(found).toEqual({ late: 'ses-4', newest: 'ses-4', batch: ['ses-4'], index: ['there'] });
});
