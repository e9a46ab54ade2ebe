import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  type TableDescription,
  TransactWriteItemsCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { codeOf, Failure, reasonOf } from '../failure.ts';
import { credentials, region } from '../template/names.ts';
import type { Table } from '../template/tables.ts';

/**
 * Creates missing tables. Throws a `Failure` if the server is silent or has no transactions, or if a table has other
 * keys than the stack's.
 */
export async function createTables(endpoint: string, tables: readonly Table[]): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 });
  try {
    await Promise.all(tables.map((table) => createMissing(client, table)));
    await checkTransactions(client, endpoint, tables);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `No DynamoDB-compatible server answers at ${endpoint} (${codeOf(error) ?? reasonOf(error)}).`,
      error,
    );
  } finally {
    client.destroy();
  }
}

async function createMissing(client: DynamoDBClient, table: Table): Promise<void> {
  const { TableName } = table;
  const existing = await describe(client, TableName);
  if (existing) return checkKeys(existing, table);
  const input: CreateTableCommandInput = { ...table, BillingMode: 'PAY_PER_REQUEST' };
  await client.send(new CreateTableCommand(input)).catch((error) => {
    if (!(error instanceof ResourceInUseException)) throw error;
  });
  await waitUntilTableExists(
    { client, minDelay: 0.05, maxDelay: 1, maxWaitTime: 10 },
    { TableName },
  );
}

/** Makes a transaction that changes nothing. Some emulators, such as dynalite, have none. */
async function checkTransactions(
  client: DynamoDBClient,
  endpoint: string,
  [table]: readonly Table[],
) {
  if (!table) return;
  const names = table.KeySchema.map(({ AttributeName }) => AttributeName);
  const Key = Object.fromEntries(names.map((name) => [name, { S: 'none' }]));
  const [first = ''] = names;
  const Delete = {
    ...{ TableName: table.TableName, Key, ConditionExpression: 'attribute_not_exists(#key)' },
    ExpressionAttributeNames: { '#key': first },
  };
  try {
    await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Delete }] }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UnknownOperationException') throw error;
    throw new Failure(
      `The DynamoDB-compatible server at ${endpoint} has no transactions (TransactWriteItems): name one that has them, such as DynamoDB Local, with --dynamodb-endpoint.`,
      error,
    );
  }
}

async function describe(client: DynamoDBClient, TableName: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The store may be older than the stack: a missing index is reported now, not at a request. */
function checkKeys(existing: TableDescription, table: Table): void {
  if (shapeOf(existing) === shapeOf(table)) return;
  throw new Failure(
    `The table ${table.TableName} was created by another version and has different keys: start over with --fresh.`,
  );
}

type Shape = Pick<
  TableDescription,
  'KeySchema' | 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes'
>;

function shapeOf({ KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes }: Shape): string {
  const indexes = [...(GlobalSecondaryIndexes ?? []), ...(LocalSecondaryIndexes ?? [])];
  const keys = (schema: Shape['KeySchema']) =>
    schema?.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join();
  const names = indexes.map(({ IndexName, KeySchema: own }) => `${IndexName}: ${keys(own)}`);
  return [keys(KeySchema), ...names.sort()].join('; ');
}
