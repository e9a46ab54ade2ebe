import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import type { Operations, TablesClient } from '../../shared/adapters/tables/dynamodb-client.ts';

const commands: Record<keyof Operations, new (input: never) => object> = {
  BatchGetItem: BatchGetItemCommand,
  BatchWriteItem: BatchWriteItemCommand,
  DeleteItem: DeleteItemCommand,
  DescribeContinuousBackups: DescribeContinuousBackupsCommand,
  DescribeTable: DescribeTableCommand,
  GetItem: GetItemCommand,
  PutItem: PutItemCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TransactWriteItems: TransactWriteItemsCommand,
  UpdateItem: UpdateItemCommand,
};

/** The tables with the rights of the operator. The SDK's client reads profiles and corrects a wrong clock. */
export function operatorTables(
  times: CallTimes,
  settings: Pick<DynamoDBClientConfig, 'region' | 'endpoint' | 'credentials' | 'profile'> = {},
): TablesClient {
  const client = new DynamoDBClient({ ...settings, ...callTimes(times) });
  return {
    send: ({ operation, input }, options) => {
      const command = new commands[operation](input as never) as GetItemCommand;
      return client.send(command, options);
    },
    destroy: () => client.destroy(),
  };
}
