import type { RequestListener } from 'node:http';
import type { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { operatorTables } from '../../../../cli/aws/operator-tables.ts';
import { tableInTime } from '../../../../shared/adapters/tables/dynamodb.ts';
import {
  BatchGetItemCommand,
  type Command,
  DeleteItemCommand,
  dynamodbClient,
  GetItemCommand,
  type Operations,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type TablesClient,
  UpdateItemCommand,
} from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { Deadline, runRequest } from '../../../../shared/deadline.ts';
import { credentials, patient, region, startTables, tableNames } from '../../../dynalite.ts';
import { atEndOfFile } from '../../../end-of-file.ts';
import { type Fate, startFaultProxy } from '../../../fault-proxy.ts';
import { expect, test } from '../../../jest.ts';
import { answer, asFunction, cut, cutWithin, serveInTurn, silence } from '../answers.ts';
import { countRunningTime } from '../running-time.ts';

const times = { attempts: 2, connectMs: 500, answerMs: 200 };

const tables = await startTables();
countRunningTime();

/** The client of a function whose environment variables name this endpoint. */
function clientOf(endpoint: string): TablesClient {
  asFunction({ AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  return dynamodbClient(times);
}

/** The client of the CLI, which is the SDK's. */
const ofSdk = operatorTables(patient, { endpoint: tables.endpoint, region, credentials });
atEndOfFile(() => ofSdk.destroy());

type AnyCommand = Command<keyof Operations>;

/** The result of a call through each of the clients, without the metadata of the SDK's. */
async function bothWays(command: AnyCommand) {
  return {
    own: await outcome(clientOf(tables.endpoint).send(command)),
    ofSdk: await outcome(ofSdk.send(command)),
  };
}

async function outcome(call: Promise<unknown>) {
  try {
    const { $metadata: _, ...output } = (await call) as Record<string, unknown>;
    // Copies bytes into a Uint8Array, because one client returns a Buffer and the other a Uint8Array.
    return structuredClone(output);
  } catch (error) {
    const { name, message, $metadata } = error as DynamoDBServiceException;
    return { name, message, status: $metadata.httpStatusCode };
  }
}

const TableName = tableNames.templates;
const key = (sk: string) => ({ accountId: { S: 'acc_1' }, sk: { S: sk } });

/** Every type of attribute in the tables, and a name that could be mistaken for bytes. */
const attributes = {
  text: { S: 'Grüße 🙂 "\\' },
  number: { N: '1764000000000' },
  yes: { BOOL: true },
  nothing: { NULL: true },
  content: { B: new Uint8Array([0, 127, 128, 255]) },
  B: { S: 'YQ==' },
  map: { M: { B: { S: 'text' }, list: { L: [{ S: 'a' }, { B: Buffer.from('b') }] } } },
};

for (const sk of ['1', '2', '3']) {
  const put = new PutItemCommand({ TableName, Item: { ...key(sk), ...attributes } });
  await clientOf(tables.endpoint).send(put);
}

const query = {
  TableName,
  KeyConditionExpression: 'accountId = :account',
  ExpressionAttributeValues: { ':account': { S: 'acc_1' } },
};
const keys = [key('1'), key('none')];
const update = {
  UpdateExpression: 'SET content = :content',
  ExpressionAttributeValues: { ':content': { B: Buffer.from([1, 2]) } },
};
const onlyNew = { ConditionExpression: 'attribute_not_exists(sk)' };

test.each<[string, AnyCommand]>([
  ['an item', new GetItemCommand({ TableName, Key: key('1'), ConsistentRead: true })],
  ['no item', new GetItemCommand({ TableName, Key: key('none') })],
  ['several items', new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys } } })],
  ['a query', new QueryCommand(query)],
  ['a page of a query', new QueryCommand({ ...query, Limit: 2, ScanIndexForward: false })],
  ['a scan', new ScanCommand({ TableName, ExclusiveStartKey: undefined })],
  [
    'an update',
    new UpdateItemCommand({ TableName, Key: key('1'), ...update, ReturnValues: 'ALL_NEW' }),
  ],
  ['a condition that does not hold', new PutItemCommand({ TableName, Item: key('1'), ...onlyNew })],
  ['a deletion', new DeleteItemCommand({ TableName, Key: key('none'), ReturnValues: 'ALL_OLD' })],
  ['a table that is not there', new GetItemCommand({ TableName: 'None', Key: key('1') })],
  ['a call that is not valid', new GetItemCommand({ TableName, Key: {} })],
])("the functions' client answers like the SDK: %s", async (_, command) => {
  const answers = await bothWays(command);

  expect(answers.own).toEqual(answers.ofSdk);
});

test("bytes are returned as they were written, and a type's name is an ordinary attribute name", async () => {
  const get = new GetItemCommand({ TableName, Key: key('2') });
  const { Item } = await clientOf(tables.endpoint).send(get);

  const content = { B: Buffer.from([0, 127, 128, 255]) };
  expect(Item).toEqual({ ...key('2'), ...attributes, content });
});

/** A server that returns these answers in order, and records the operations. */
async function startServer(...answers: RequestListener[]) {
  const { url, arrived: calls } = await serveInTurn(answers, (request) => {
    request.resume();
    return String(request.headers['x-amz-target']);
  });
  return { calls, client: clientOf(url) };
}

const found = answer(200, '{"Item":{"a":{"S":"b"}}}');
const exception = (name: string) =>
  answer(400, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, Message: 'm' }));
const get = new GetItemCommand({ TableName, Key: key('1') });
const stalled: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-length': 9 }).write('{');

test.each<[string, RequestListener]>([
  ['a fault of the service', answer(500, '{"__type":"InternalServerError"}')],
  ['an answer of something in between', answer(503, '<html>')],
  ['a connection that is cut', cut],
  ['an answer that is cut', cutWithin({}, '{"It')],
  ['silence', silence],
  ['an answer that stalls', stalled],
])('a call that meets a fault is tried once more: %s', async (_, fault) => {
  const { calls, client } = await startServer(fault, found);

  expect(await client.send(get)).toEqual({ Item: { a: { S: 'b' } } });
  expect(calls).toEqual(['DynamoDB_20120810.GetItem', 'DynamoDB_20120810.GetItem']);
});

const throttled = 'ProvisionedThroughputExceededException';
const denied = 'AccessDeniedException';
const refusal = (name: string) => ({ name, message: 'm', $metadata: { httpStatusCode: 400 } });

test.each<[string, RequestListener, object, number]>([
  ['meets a throttle at both tries says so', exception(throttled), refusal(throttled), 2],
  ['meets silence at both tries ends', silence, { name: 'TimeoutError' }, 2],
  ['was refused is not tried again', exception(denied), refusal(denied), 1],
])('a call that %s', async (_, fault, error, tries) => {
  const { calls, client } = await startServer(fault, fault, found);

  await expect(client.send(get)).rejects.toMatchObject(error);
  expect(calls).toHaveLength(tries);
});

let fate: Fate;
const proxy = await startFaultProxy(tables.endpoint, () => fate);

/** Makes a call through each client, with this time limit for the whole call. */
async function callsWithin(ms: number) {
  proxy.calls.length = 0;
  const inTime = (client: TablesClient) => {
    const table = tableInTime({ client, name: TableName });
    const call = () => table.client.send(get);
    return runRequest(Deadline.in(ms), call).catch(({ name }: Error) => name);
  };
  const sdk = operatorTables(times, { endpoint: proxy.endpoint, region, credentials });
  return {
    own: await inTime(clientOf(proxy.endpoint)),
    ofSdk: await inTime(sdk).finally(() => sdk.destroy()),
    calls: proxy.calls.length,
  };
}

test.each<[string, Fate, number, number]>([
  ['ends within an answer that arrives byte by byte, and is not tried again', 'drip', 600, 2],
  ['ends before its first answer', 'hang', 100, 2],
  ['that has none left is not made', 'pass', 0, 0],
])('a call whose time is over %s', async (_, met, ms, calls) => {
  fate = met;

  const ended = await callsWithin(ms);
  // A further try would arrive within a pause after the end.
  await new Promise((resolve) => setTimeout(resolve, ms / 2));

  expect(ended).toEqual({ own: 'OutOfTime', ofSdk: 'OutOfTime', calls });
  expect(proxy.calls).toHaveLength(calls);
});
