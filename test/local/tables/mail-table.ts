import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../local/template/tables.ts';

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

export function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
}
