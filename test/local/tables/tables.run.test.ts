import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { isAlive } from '../../../cli/connection/local-deployment.ts';
import { createTables } from '../../../local/tables/create-tables.ts';
import { startTables, type TablesServer } from '../../../local/tables/process.ts';
import type { Table } from '../../../local/template/tables.ts';
import { expect, onTestFinished, test } from '../../jest.ts';
import { localClient } from '../../local-client.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { open, sendRaw } from '../support/raw-http.ts';

async function start(folder = temporaryFolder(), path = join(folder, 'tables')) {
  const server = await startTables(path, folder);
  onTestFinished(server.stop);
  return { server, folder, client: clientOf(server) };
}

function clientOf({ endpoint }: TablesServer): DynamoDBClient {
  const client = new DynamoDBClient({ ...localClient, endpoint });
  onTestFinished(() => client.destroy());
  return client;
}

const table: Table = {
  TableName: 'stack-Keys',
  AttributeDefinitions: [
    { AttributeName: 'hash', AttributeType: 'S' },
    { AttributeName: 'owner', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'hash', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byOwner',
      KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};

const item = { hash: { S: 'a' }, owner: { S: 'ada' } };
const put = new PutItemCommand({ TableName: table.TableName, Item: item });
const get = new GetItemCommand({ TableName: table.TableName, Key: { hash: { S: 'a' } } });

// Windows has no POSIX permissions.
(process.platform === 'win32' ? test.skip : test)(
  'only their owner may read the tables’ files',
  async () => {
    const { server, client, folder } = await start();
    await createTables(server.endpoint, [table]);
    await client.send(put);

    const tables = join(folder, 'tables');
    const files = [tables, ...readdirSync(tables).map((name) => join(tables, name))];

    expect(files.length).toBeGreaterThan(3);
    const others = files.map((file) => statSync(file).mode & 0o077);
    expect(new Set(others)).toEqual(new Set([0]));
    expect(statSync(join(folder, 'tables.log')).mode & 0o077).toBe(0);
  },
);

test('the tables are created as in the stack, with their indexes', async () => {
  const { server, client } = await start();

  await createTables(server.endpoint, [table]);

  await client.send(put);
  const byOwner = new QueryCommand({
    TableName: table.TableName,
    IndexName: 'byOwner',
    KeyConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: 'ada' } },
  });
  expect((await client.send(get)).Item).toEqual(item);
  expect((await client.send(byOwner)).Items).toEqual([item]);
});

test('tables keep their items over a restart', async () => {
  const { server, client, folder } = await start();
  await createTables(server.endpoint, [table]);
  await client.send(put);
  await server.stop();

  const again = await start(folder);
  await createTables(again.server.endpoint, [table]);

  expect((await again.client.send(get)).Item).toEqual(item);
});

test('tables with other keys than the stack’s are not used', async () => {
  const { server } = await start();
  await createTables(server.endpoint, [table]);

  const other = createTables(server.endpoint, [
    { ...table, KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }] },
  ]);
  const { GlobalSecondaryIndexes: _, ...plain } = table;
  const withoutIndex = createTables(server.endpoint, [plain]);

  const sentence =
    'The table stack-Keys was created by another version and has different keys: start over with --fresh.';
  await expect(other).rejects.toThrow(sentence);
  await expect(withoutIndex).rejects.toThrow(sentence);
});

test('a server of tables that does not answer is reported as missing', async () => {
  const { server } = await start();
  await server.stop();

  await expect(createTables(server.endpoint, [table])).rejects.toThrow(
    `No DynamoDB-compatible server answers at ${server.endpoint} (`,
  );
});

test('the tables’ server goes on when a caller hangs up', async () => {
  const { server, client } = await start();
  const port = Number(new URL(server.endpoint).port);
  const { socket, received } = await open(port);

  socket.write(`POST / HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 100\r\n\r\n{`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  await received;

  await createTables(server.endpoint, [table]);
  const described = await client.send(new DescribeTableCommand({ TableName: table.TableName }));
  expect(described.Table?.TableStatus).toBe('ACTIVE');
});

test('the tables’ server accepts only this machine’s own names as Host', async () => {
  const { server } = await start();
  const port = Number(new URL(server.endpoint).port);

  const answers = [
    await sendRaw(port, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    await sendRaw(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 400]);
});

test('the tables’ server refuses a folder that another process has open', async () => {
  const { folder } = await start();

  await expect(startTables(join(folder, 'tables'), folder)).rejects.toThrow(
    `Another process has the tables in ${join(folder, 'tables')} open: stop it first.`,
  );
});

test('the tables’ server reports a file that has the name of its folder', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'tables');
  writeFileSync(path, 'x');

  await expect(startTables(path, folder)).rejects.toThrow(
    /^The tables in .*tables are damaged \(.+\): restore a copy of them, or start over with --fresh\.$/,
  );
});

test('the tables’ server reports damaged files', async () => {
  const { server, client, folder } = await start();
  await createTables(server.endpoint, [table]);
  await client.send(put);
  await server.stop();
  const path = join(folder, 'tables');
  const manifest = readdirSync(path).find((name) => name.startsWith('MANIFEST'));
  truncateSync(join(path, String(manifest)), 3);

  await expect(startTables(path, folder)).rejects.toThrow(/ are damaged \(.*orruption.*\): /);
});

test('the end of the tables’ server is reported', async () => {
  const folder = temporaryFolder();
  const { server } = await start(folder);
  const died = expect(server.died).rejects.toThrow(
    `The tables' server ended: ${join(folder, 'tables.log')} may say why.`,
  );

  process.kill(server.pid, 'SIGKILL');

  await died;
});

test('the tables’ server ends when it is stopped, but not at a terminal’s Ctrl-C', async () => {
  const { server, client } = await start();
  process.kill(server.pid, 'SIGINT');
  process.kill(server.pid, 'SIGTERM');
  await createTables(server.endpoint, [table]);
  await client.send(put);

  await server.stop();

  await until(() => !isAlive(server.pid));
  expect(isAlive(server.pid)).toBe(false);
});
