/** The usual way to read a key, for comparison: a bundle with only the DynamoDB client, with all its defaults. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

export const handler = async () => {
  const TableName = process.env.KEYS_TABLE ?? '';
  const Key = { keyHash: { S: process.env.KEY_HASH ?? '' } };
  return client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
};
