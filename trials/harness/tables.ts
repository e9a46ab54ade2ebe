import { join } from 'node:path';
import type { Stops } from '../../local/stops.ts';
import { createTables } from '../../local/tables/create-tables.ts';
import { startTables } from '../../local/tables/process.ts';
import { credentials, region } from '../../local/template/names.ts';
import type { Table as TableSchema } from '../../local/template/tables.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { sesMessageIndex } from '../../shared/adapters/tables/messages-table-events.ts';
import { localActor, type Trail } from '../../shared/adapters/tables/trail-table.ts';
import { emptyFolder } from './folder.ts';
import { type TableKind, tableNames } from './table-names.ts';

/** The attributes of each table's key: the partition key first. */
export const keyAttributes: Readonly<Record<TableKind, readonly string[]>> = {
  accounts: ['accountId'],
  keys: ['keyHash'],
  templates: ['accountId', 'sk'],
  messages: ['accountId', 'sk'],
  trail: ['accountId', 'sk'],
};

const bySesMessageId: NonNullable<TableSchema['GlobalSecondaryIndexes']>[number] = {
  IndexName: sesMessageIndex,
  KeySchema: [{ AttributeName: 'sesMessageId', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'KEYS_ONLY' },
};

/** One table of each kind, as the stack has them. */
const serviceTables = (Object.keys(tableNames) as TableKind[]).map((kind) => schemaOf(kind));

/** Starts the local tables' server in its own process, with these tables, empty. Returns its address. */
export async function startOwnTables(
  stops: Stops,
  tables: readonly TableSchema[] = serviceTables,
): Promise<string> {
  const folder = await emptyFolder(stops);
  const server = stops.add(await startTables(join(folder, 'tables'), folder), ({ stop }) => stop());
  await createTables(server.endpoint, tables);
  return server.endpoint;
}

/** Limits for calls on a machine that may be busy: no trial is about how long the operator's calls take. */
const patient = { ...atTerminal, answerMs: 120_000, silenceMs: 120_000 };

/** A client of the tables' server, or of a proxy in front of it. */
export function tablesClient(endpoint: string, stops: Stops): Table['client'] {
  const client = dynamodbClient(patient, { endpoint, region, credentials });
  return stops.add(client, (each) => each.destroy());
}

export type OperatorTables = Record<Exclude<TableKind, 'trail'>, Table> & { trail: Trail };

/** One table of each kind, by a client, and the trail of an operator. */
export function tablesBy(client: Table['client']): OperatorTables {
  const { accounts, keys, templates, messages, trail } = tableNames;
  return {
    accounts: { client, name: accounts },
    trail: {
      ...{ table: { client, name: trail }, accounts: { client, name: accounts } },
      ...{ who: async () => localActor, door: 'cli', requestId: null, retentionDays: 400 },
    },
    keys: { client, name: keys },
    templates: { client, name: templates },
    messages: { client, name: messages },
  };
}

/** A table of a kind, by default under the kind's own name. */
export function schemaOf(kind: TableKind, TableName = tableNames[kind]): TableSchema {
  const key = keyAttributes[kind];
  const indexed = kind === 'messages' ? ['sesMessageId'] : [];
  return {
    TableName,
    AttributeDefinitions: [...key, ...indexed].map((AttributeName) => {
      return { AttributeName, AttributeType: 'S' };
    }),
    KeySchema: key.map((AttributeName, at) => {
      return { AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' };
    }),
    ...(indexed.length > 0 && { GlobalSecondaryIndexes: [bySesMessageId] }),
  };
}
