import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as whole from '@aws-sdk/client-dynamodb';
import { callTimes } from '../../../../shared/adapters/call-times.ts';
import * as small from '../../../../shared/adapters/lambda/lambda-dynamodb.ts';
import { tableWithin } from '../../../../shared/adapters/tables/dynamodb.ts';
import { Deadline } from '../../../../shared/deadline.ts';
import { startTables, tableNames, testClient } from '../../../dynalite.ts';
import { restoreVariables } from '../../../end-of-file.ts';
import { type Fate, type FaultProxy, startFaultProxy } from '../../../fault-proxy.ts';
import { afterEach, beforeAll, describe, expect, test } from '../../../jest.ts';

const times = { attempts: 2, connectMs: 500, answerMs: 200 };

const tables = await startTables();

afterEach(() => {
  restoreVariables();
});

/** The client of a function whose environment variables name this endpoint. */
function clientOf(endpoint: string): small.DynamoDBClient {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  });
  return new small.DynamoDBClient(callTimes(times));
}

/** The commands of both, which take the same inputs. */
const commands = {
  BatchGetItem: [small.BatchGetItemCommand, whole.BatchGetItemCommand],
  DeleteItem: [small.DeleteItemCommand, whole.DeleteItemCommand],
  GetItem: [small.GetItemCommand, whole.GetItemCommand],
  PutItem: [small.PutItemCommand, whole.PutItemCommand],
  Query: [small.QueryCommand, whole.QueryCommand],
  Scan: [small.ScanCommand, whole.ScanCommand],
  UpdateItem: [small.UpdateItemCommand, whole.UpdateItemCommand],
} as const;
type Operation = keyof typeof commands;

/** What a call through each of the clients comes to, the metadata of the SDK's left out. */
async function bothWays(operation: Operation, input: object) {
  const [Small, Whole] = commands[operation];
  const asked = new (Whole as typeof whole.GetItemCommand)(input as whole.GetItemCommandInput);
  return {
    small: await outcome(clientOf(tables.endpoint).send(new Small(input))),
    whole: await outcome(tables.keys.client.send(asked)),
  };
}

async function outcome(call: Promise<unknown>) {
  try {
    const { $metadata: _, ...output } = (await call) as Record<string, unknown>;
    // A Buffer is a Uint8Array, and a copy of it is one: the clients give bytes as the one or the other.
    return structuredClone(output);
  } catch (error) {
    const { name, message, $metadata } = error as whole.DynamoDBServiceException;
    return { name, message, status: $metadata.httpStatusCode };
  }
}

const TableName = tableNames.templates;
const key = (sk: string) => ({ accountId: { S: 'acc_1' }, sk: { S: sk } });

/** Every type of attribute that the tables have, and a name that could be taken for bytes. */
const attributes = {
  text: { S: 'Grüße 🙂 "\\' },
  number: { N: '1764000000000' },
  yes: { BOOL: true },
  nothing: { NULL: true },
  content: { B: new Uint8Array([0, 127, 128, 255]) },
  B: { S: 'YQ==' },
  map: { M: { B: { S: 'text' }, list: { L: [{ S: 'a' }, { B: Buffer.from('b') }] } } },
};

describe("the functions' client of DynamoDB", () => {
  beforeAll(async () => {
    for (const sk of ['1', '2', '3']) {
      const put = new small.PutItemCommand({ TableName, Item: { ...key(sk), ...attributes } });
      await clientOf(tables.endpoint).send(put);
    }
  });

  const query = {
    TableName,
    KeyConditionExpression: 'accountId = :account',
    ExpressionAttributeValues: { ':account': { S: 'acc_1' } },
  };
  test.each<[string, Operation, object]>([
    ['an item', 'GetItem', { TableName, Key: key('1'), ConsistentRead: true }],
    ['no item', 'GetItem', { TableName, Key: key('none') }],
    [
      'several items',
      'BatchGetItem',
      { RequestItems: { [TableName]: { Keys: [key('1'), key('none')] } } },
    ],
    ['a query', 'Query', query],
    ['a page of a query', 'Query', { ...query, Limit: 2, ScanIndexForward: false }],
    ['a scan', 'Scan', { TableName, ExclusiveStartKey: undefined }],
    [
      'an update',
      'UpdateItem',
      {
        TableName,
        Key: key('1'),
        UpdateExpression: 'SET content = :content',
        ExpressionAttributeValues: { ':content': { B: Buffer.from([1, 2]) } },
        ReturnValues: 'ALL_NEW',
      },
    ],
    [
      'a condition that does not hold',
      'PutItem',
      { TableName, Item: key('1'), ConditionExpression: 'attribute_not_exists(sk)' },
    ],
    ['a deletion', 'DeleteItem', { TableName, Key: key('none'), ReturnValues: 'ALL_OLD' }],
    ['a table that is not there', 'GetItem', { TableName: 'None', Key: key('1') }],
    ['a call that is not valid', 'GetItem', { TableName, Key: {} }],
  ])("the functions' client answers like the SDK: %s", async (_, operation, input) => {
    const answers = await bothWays(operation, input);

    expect(answers.small).toEqual(answers.whole);
  });

  test("bytes are returned as they were written, and a type's name is an ordinary attribute name", async () => {
    const get = new small.GetItemCommand({ TableName, Key: key('2') });
    const { Item } = (await clientOf(tables.endpoint).send(get)) as whole.GetItemCommandOutput;

    expect(Item).toEqual({
      ...key('2'),
      ...attributes,
      content: { B: Buffer.from([0, 127, 128, 255]) },
    });
  });
});

describe('a call that meets a fault', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A server that answers the calls with these, one after the other, and counts them. */
  async function startServer(...answers: RequestListener[]) {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      const answer = answers[calls.length];
      calls.push(String(request.headers['x-amz-target']));
      request.resume();
      answer?.(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { calls, client: clientOf(`http://127.0.0.1:${port}`) };
  }

  const json =
    (status: number, body: string): RequestListener =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
    };
  const found = json(200, '{"Item":{"a":{"S":"b"}}}');
  const exception = (name: string) =>
    json(400, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, Message: 'm' }));
  const get = new small.GetItemCommand({ TableName, Key: key('1') });

  test.each<[string, RequestListener]>([
    ['a fault of the service', json(500, '{"__type":"InternalServerError"}')],
    ['an answer of something in between', json(503, '<html>')],
    ['a connection that is cut', ({ socket }) => socket.destroy()],
    ['an answer that is cut', (_, response) => response.write('{"It', () => response.destroy())],
    ['silence', () => undefined],
    [
      'an answer that stalls',
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('{'),
    ],
  ])('a call that meets a fault is tried once more: %s', async (_, fault) => {
    const { calls, client } = await startServer(fault, found);

    expect(await client.send(get)).toEqual({ Item: { a: { S: 'b' } } });
    expect(calls).toEqual(['DynamoDB_20120810.GetItem', 'DynamoDB_20120810.GetItem']);
  });

  test('a call that meets a fault is tried once more after a throttle, and then says so', async () => {
    const throttle = exception('ProvisionedThroughputExceededException');
    const { calls, client } = await startServer(throttle, throttle, found);

    await expect(client.send(get)).rejects.toMatchObject({
      name: 'ProvisionedThroughputExceededException',
      message: 'm',
      $metadata: { httpStatusCode: 400 },
    });
    expect(calls).toHaveLength(2);
  });

  test('a call that meets silence at every try ends', async () => {
    const silence = () => undefined;
    const { calls, client } = await startServer(silence, silence, found);

    await expect(client.send(get)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(calls).toHaveLength(2);
  });

  test('a call that was refused is not tried again', async () => {
    const { calls, client } = await startServer(exception('AccessDeniedException'), found);

    await expect(client.send(get)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(calls).toHaveLength(1);
  });
});

describe('a call whose time is over', () => {
  let proxy: FaultProxy;
  let fate: Fate;
  const get = { TableName, Key: key('1') };

  beforeAll(async () => {
    proxy = await startFaultProxy(tables.endpoint, () => fate);
  });

  /** Through each of the clients, with this long for the whole call. */
  async function callsWithin(ms: number) {
    proxy.calls.length = 0;
    const inTime = (client: whole.DynamoDBClient, command: object) => {
      const table = tableWithin({ client, name: TableName }, Deadline.in(ms));
      return table.client.send(command as whole.GetItemCommand).catch(({ name }: Error) => name);
    };
    const one = clientOf(proxy.endpoint) as unknown as whole.DynamoDBClient;
    const other = testClient(proxy.endpoint, times);
    return {
      small: await inTime(one, new small.GetItemCommand(get)),
      whole: await inTime(other, new whole.GetItemCommand(get)),
      calls: proxy.calls.length,
    };
  }

  test('a call whose time is over ends within an answer that arrives byte by byte, and is not tried again', async () => {
    fate = 'drip';

    const ended = await callsWithin(600);
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(ended).toEqual({ small: 'OutOfTime', whole: 'OutOfTime', calls: 2 });
    expect(proxy.calls).toHaveLength(2);
  });

  test('a call whose time is over ends before its first answer', async () => {
    fate = 'hang';

    expect(await callsWithin(100)).toEqual({ small: 'OutOfTime', whole: 'OutOfTime', calls: 2 });
  });

  test('a call without time left is not made', async () => {
    fate = 'pass';

    expect(await callsWithin(0)).toEqual({ small: 'OutOfTime', whole: 'OutOfTime', calls: 0 });
  });
});
