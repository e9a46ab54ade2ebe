import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { withTransactions } from '../local/tables/transactions.ts';
import type { CallTimes } from '../shared/adapters/call-times.ts';
import type { Table } from '../shared/adapters/tables/dynamodb.ts';
import { dynamodbClient, type TablesClient } from '../shared/adapters/tables/dynamodb-client.ts';
import { localActor, type Trail } from '../shared/adapters/tables/trail-table.ts';
import { stoppedAtEnd } from './end-of-file.ts';
import { patienceMs } from './patience.ts';

/** A function that creates a server. The package has no types. */
const dynalite: (options: { createTableMs: number }) => Server = createRequire(import.meta.url)(
  'dynalite',
);

export const tableNames = {
  keys: 'Keys',
  accounts: 'Accounts',
  templates: 'Templates',
  messages: 'Messages',
  users: 'Users',
  trail: 'Trail',
};

/** The outputs of a stack that operators need to find these tables. */
export const tableOutputs = {
  KeysTable: tableNames.keys,
  AccountsTable: tableNames.accounts,
  TemplatesTable: tableNames.templates,
  MessagesTable: tableNames.messages,
  TrailTable: tableNames.trail,
  TrailRetentionDays: '400',
};

export interface TestTables {
  endpoint: string;
  keys: Table;
  accounts: Table;
  templates: Table;
  messages: Table;
  users: Table;
  /** The changes of an operator at the local run. */
  trail: Trail;
  stop: () => Promise<void>;
}

/** A DynamoDB-compatible server in this process, on a free port, with the tables of the stack, empty. */
export async function startTables(): Promise<TestTables> {
  const [serve] = dynalite({ createTableMs: 0 }).listeners('request') as [RequestListener];
  const server = createServer(withTransactions(serve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await Promise.all(schemas.map((schema) => createTable(endpoint, schema)));
  const client = testClient(endpoint);
  return stoppedAtEnd({
    endpoint,
    ...tablesOf(client),
    stop: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/**
 * Creates a table, and waits until it is ready: the server answers before, and until then it says of the table that
 * it is not found.
 */
export async function createTable(
  endpoint: string,
  schema: CreateTableCommandInput,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  await client.send(new CreateTableCommand(schema));
  const every10Ms = { client, minDelay: 0.01, maxDelay: 0.01, maxWaitTime: 300 };
  await waitUntilTableExists(every10Ms, { TableName: schema.TableName });
  client.destroy();
}

export const region = 'us-east-1';
export const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** A machine may be slow: only a fault of the code makes a call take so long. */
export const patient: CallTimes = { attempts: 4, connectMs: patienceMs, answerMs: patienceMs };

/** A client of the server, or of a proxy in front of it. */
export function testClient(endpoint: string, times = patient): TablesClient {
  return dynamodbClient(times, { endpoint, region, credentials });
}

export function tablesOf(client: TablesClient) {
  const accounts = { client, name: tableNames.accounts };
  const trail: Trail = {
    ...{ table: { client, name: tableNames.trail }, accounts, who: async () => localActor },
    ...{ door: 'cli', requestId: null, retentionDays: 400 },
  };
  return {
    keys: { client, name: tableNames.keys },
    accounts,
    templates: { client, name: tableNames.templates },
    messages: { client, name: tableNames.messages },
    users: { client, name: tableNames.users },
    trail,
  };
}

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });

const schemas: CreateTableCommandInput[] = [
  {
    TableName: tableNames.trail,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('accountId'), text('sk')],
    KeySchema: [hash('accountId'), range('sk')],
  },
  {
    TableName: tableNames.users,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('sub')],
    KeySchema: [hash('sub')],
  },
  {
    TableName: tableNames.keys,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('keyHash'), text('accountId'), text('createdAt')],
    KeySchema: [hash('keyHash')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byAccount',
        KeySchema: [hash('accountId'), range('createdAt')],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  },
  {
    TableName: tableNames.accounts,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('accountId')],
    KeySchema: [hash('accountId')],
  },
  {
    TableName: tableNames.templates,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('accountId'), text('sk')],
    KeySchema: [hash('accountId'), range('sk')],
  },
  {
    TableName: tableNames.messages,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('accountId'), text('sk'), text('sesMessageId')],
    KeySchema: [hash('accountId'), range('sk')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'bySesMessageId',
        KeySchema: [hash('sesMessageId')],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  },
];
