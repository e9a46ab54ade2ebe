import { credentials, region } from '../../../local/template/names.ts';
import type { Table } from '../../../local/template/tables.ts';
import {
  dynamodbClient,
  type TablesClient,
} from '../../../shared/adapters/tables/dynamodb-client.ts';
import { patienceMs } from '../../patience.ts';

export const mailTable: Table = {
  TableName: 'mail',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};

/** The table of messages, with the keys that sending needs. */
export const messagesTable: Table = {
  TableName: 'messages',
  AttributeDefinitions: [
    { AttributeName: 'accountId', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'accountId', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
};

export function clientOf(endpoint: string): TablesClient {
  const times = { attempts: 1, connectMs: patienceMs, answerMs: patienceMs };
  return dynamodbClient(times, { endpoint, region, credentials });
}
