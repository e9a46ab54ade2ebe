import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stops } from '../../../local/stops.ts';
import { createTables } from '../../../local/tables/create-tables.ts';
import { startTables } from '../../../local/tables/process.ts';
import { credentials, region } from '../../../local/template/names.ts';
import type { Table as TableSchema } from '../../../local/template/tables.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { dynamodbClient, type Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { sesMessageIndex } from '../../../shared/adapters/tables/messages-table-events.ts';

/** The tables of one size: what is in one of them is in no other, so reading all of it would show. */
export interface SizedTable extends Table {
  /** How many templates or messages are in it. */
  count: number;
}

/**
 * The local tables' server on an empty folder, which is deleted when it is stopped, with a table for
 * each size.
 */
export async function startSizedTables(
  { templates, messages }: { templates: readonly number[]; messages: readonly number[] },
  stops: Stops,
): Promise<{ endpoint: string }> {
  return startTablesOf(stops, [
    withKey(accountsName, 'accountId'),
    ...templates.map((count) => withSortKey(templatesName(count))),
    ...messages.map((count) => withSesMessageIndex(withSortKey(messagesName(count)))),
  ]);
}

/** The same with one table of each kind that requests use: `Accounts`, `Keys`, `Templates` and `Messages`. */
export async function startServiceTables(stops: Stops): Promise<{ endpoint: string }> {
  return startTablesOf(stops, [
    withKey(accountsName, 'accountId'),
    withKey('Keys', 'keyHash'),
    withSortKey('Templates'),
    withSesMessageIndex(withSortKey('Messages')),
  ]);
}

async function startTablesOf(
  stops: Stops,
  schemas: readonly TableSchema[],
): Promise<{ endpoint: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-bench-'));
  stops.add(folder, () => rm(folder, { recursive: true, force: true }));
  const server = stops.add(await startTables(join(folder, 'tables'), folder), ({ stop }) => stop());
  await createTables(server.endpoint, [...schemas]);
  return { endpoint: server.endpoint };
}

/** A client of the tables' server, or of what stands before it. */
export function tablesClient(endpoint: string, stops: Stops): Table['client'] {
  const client = dynamodbClient(atTerminal, { endpoint, region, credentials });
  return stops.add(client, (each) => each.destroy());
}

/** Lists look up in it how far the account's messages are spread. */
export const accountsName = 'Accounts';
export const templatesName = (count: number) => `Templates-${count}`;
export const messagesName = (count: number) => `Messages-${count}`;

function withKey(TableName: string, AttributeName: string): TableSchema {
  return {
    TableName,
    AttributeDefinitions: [{ AttributeName, AttributeType: 'S' }],
    KeySchema: [{ AttributeName, KeyType: 'HASH' }],
  };
}

function withSortKey(TableName: string): TableSchema {
  return {
    TableName,
    AttributeDefinitions: [
      { AttributeName: 'accountId', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'accountId', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  };
}

function withSesMessageIndex(table: TableSchema): TableSchema {
  const sesMessageId = { AttributeName: 'sesMessageId', AttributeType: 'S' as const };
  return {
    ...table,
    AttributeDefinitions: [...table.AttributeDefinitions, sesMessageId],
    GlobalSecondaryIndexes: [
      {
        IndexName: sesMessageIndex,
        KeySchema: [{ AttributeName: 'sesMessageId', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  };
}
