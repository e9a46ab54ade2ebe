import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { managePorts } from '../../local/demo/manage-ports.ts';
import type { Stops } from '../../local/stops.ts';
import { createTables } from '../../local/tables/create-tables.ts';
import { startTables } from '../../local/tables/process.ts';
import type { Table } from '../../local/template/tables.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { tableNames } from './table-names.ts';

/** The tables that `execute` uses, in a process of their own, empty. */
export async function startOwnTables(stops: Stops) {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-soak-'));
  stops.add(folder, () => rm(folder, { recursive: true, force: true }));
  const server = stops.add(await startTables(join(folder, 'tables'), folder), ({ stop }) => stop());
  await createTables(server.endpoint, [
    withSortKey(tableNames.templates),
    withSortKey(tableNames.messages),
  ]);
  return { endpoint: server.endpoint, ports: stops.add(operator(server.endpoint), close).ports };
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
