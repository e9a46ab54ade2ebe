import type { Table } from '../shared/adapters/tables/dynamodb.ts';
import { DescribeTableCommand } from '../shared/adapters/tables/dynamodb-client.ts';
import { type TestTables, testClient } from './dynalite.ts';

/**
 * A messages table that reports that it was restored, because the server cannot restore one. The SDK gives the time of
 * the backup as a date, the client of the functions as seconds since 1970.
 */
export function restoredAt(RestoreDateTime: Date | number, { endpoint }: TestTables): Table {
  const client = testClient(endpoint);
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const sending = async (command: unknown) =>
    command instanceof DescribeTableCommand
      ? { Table: { RestoreSummary: { RestoreDateTime } } }
      : send(command);
  return { client: Object.assign(client, { send: sending }), name: 'Messages' };
}
