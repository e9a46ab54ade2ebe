import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { managePorts } from '../../../local/demo/manage-ports.ts';
import type { Stops } from '../../../local/stops.ts';
import { createTables } from '../../../local/tables/create-tables.ts';
import { startTables } from '../../../local/tables/process.ts';
import type { Table } from '../../../local/template/tables.ts';
import { sesMessageIndex } from '../../../shared/adapters/tables/messages-table-events.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { tableNames } from './table-names.ts';

/** The tables that the functions of the run use, in a process of their own, empty. */
export async function startOwnTables(stops: Stops) {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-soak-'));
  stops.add(folder, () => rm(folder, { recursive: true, force: true }));
  const server = stops.add(await startTables(join(folder, 'tables'), folder), ({ stop }) => stop());
  await createTables(server.endpoint, tables);
  const { ports } = stops.add(operator(server.endpoint), close);
  return { endpoint: server.endpoint, ports, keyNames };
}

function withSortKey(TableName: string): Table {
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

const messages = withSortKey(tableNames.messages);

const tables: Table[] = [
  withSortKey(tableNames.templates),
  {
    ...messages,
    AttributeDefinitions: [
      ...messages.AttributeDefinitions,
      { AttributeName: 'sesMessageId', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: sesMessageIndex,
        KeySchema: [{ AttributeName: 'sesMessageId', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  },
];

/** The names of each table's key attributes. */
const keyNames = new Map(
  tables.map(({ TableName, KeySchema }) => [
    TableName,
    KeySchema.map(({ AttributeName }) => AttributeName),
  ]),
);

/** There is no API Gateway here: templates and messages need none. */
function operator(dynamodbEndpoint: string): { ports: ManagePorts; close: () => void } {
  const outputs = {
    KeysTable: 'Keys',
    AccountsTable: 'Accounts',
    TemplatesTable: tableNames.templates,
    MessagesTable: tableNames.messages,
    UsagePlanFree: 'free',
    UsagePlanPro: 'pro',
    UsagePlanTeam: 'team',
  };
  return managePorts({ dynamodbEndpoint, apiGatewayEndpoint: 'http://127.0.0.1:9', outputs });
}

const close = ({ close }: { close: () => void }) => close();
