import type { Phase } from '../../deadline.ts';
import * as env from '../../env.ts';
import { clientInTime, withinRequest } from '../call-times.ts';
import type { Item } from './attributes.ts';
import {
  DeleteItemCommand,
  dynamodbClient,
  GetItemCommand,
  type Operations,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type TablesClient,
  UpdateItemCommand,
} from './dynamodb-client.ts';

/** One table of this deployment: the first argument of every function of a table's module. */
export interface Table {
  client: TablesClient;
  name: string;
  /** How long a call in a request may take at most, all its tries together. Default: 3 s. */
  callMs?: number;
}

/** The table with limited calls: each ends at the deadline of the request's phase, and after the table's `callMs`. */
export function tableInTime({ client, ...table }: Table, phase?: Phase): Table {
  return { ...table, client: clientInTime(client, phase, table.callMs) };
}

/** The table that a variable of the function's environment names. Throws if the variable is not set. */
export type OwnTable = (variable: string, phase?: Phase) => Table;

/** Makes the tables of a container, with one client. Their calls end at the deadline of the phase. */
export function ownTables(): OwnTable {
  const client = dynamodbClient(withinRequest);
  return (variable, phase) => tableInTime({ client, name: env.required(variable) }, phase);
}

/** Whether a write's condition refused it, also in a transaction. Its own first try may have changed the item: read it. */
export function isConditionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'ConditionalCheckFailedException') return true;
  const { CancellationReasons: reasons = [] } = error as {
    CancellationReasons?: { Code?: string }[];
  };
  return reasons.some(({ Code }) => Code === 'ConditionalCheckFailed');
}

/** Awaits a conditional write; false if its condition refused it. */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionRefused(error)) return false;
    throw error;
  }
}

/** Whether a repeated call may succeed: AWS failed, throttled or did not answer. */
export function mayBeTemporary(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    status < 400 || status >= 500 || /throttl|throughput|limitexceeded|conflict/i.test(name ?? '')
  );
}

type Input<Name extends keyof Operations, Given extends string = never> = Omit<
  Operations[Name][0],
  'TableName' | Given
>;

/** The item with a key, strongly consistent unless `ConsistentRead` says otherwise; undefined if there is none. */
export async function getItem(
  { client, name: TableName }: Table,
  Key: Item,
  ConsistentRead = true,
): Promise<Item | undefined> {
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead }))).Item;
}

export async function putItem(
  { client, name: TableName }: Table,
  Item: Item,
  condition: Input<'PutItem', 'Item'> = {},
): Promise<void> {
  await client.send(new PutItemCommand({ TableName, Item, ...condition }));
}

type ItemUpdate = Input<'UpdateItem', 'Key'>;

/** Changes an item, and returns the changed item if `ReturnValues` asks for it. */
export async function updateItem(
  { client, name: TableName }: Table,
  Key: Item,
  update: ItemUpdate,
): Promise<Item> {
  const { Attributes } = await client.send(new UpdateItemCommand({ TableName, Key, ...update }));
  return Attributes ?? {};
}

/** Changes an item, and returns the changed item; null if its condition refused the change. */
export async function updatedItem(
  table: Table,
  Key: Item,
  update: ItemUpdate,
): Promise<Item | null> {
  try {
    return await updateItem(table, Key, { ...update, ReturnValues: 'ALL_NEW' });
  } catch (error) {
    if (isConditionRefused(error)) return null;
    throw error;
  }
}

/** Deletes an item, under a condition if there is one. Returns it as it was if `ReturnValues` asks for it. */
export async function deleteItem(
  { client, name: TableName }: Table,
  Key: Item,
  condition: Input<'DeleteItem', 'Key'> = {},
): Promise<Item | undefined> {
  const remove = new DeleteItemCommand({ TableName, Key, ...condition });
  return (await client.send(remove)).Attributes;
}

/** One page of a Query, which DynamoDB ends at 1 MB. */
export function queryPage(
  { client, name: TableName }: Table,
  query: Input<'Query'>,
): Promise<Operations['Query'][1]> {
  return client.send(new QueryCommand({ TableName, ...query }));
}

export function queryAll(table: Table, query: Input<'Query'>): Promise<Item[]> {
  return allItems((ExclusiveStartKey) => queryPage(table, { ...query, ExclusiveStartKey }));
}

/** The items of a partition with a prefix in their sort key, strongly consistent. */
export const itemsOf = (table: Table, partition: string, prefix: string): Promise<Item[]> =>
  queryAll(table, {
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':account': { S: partition }, ':prefix': { S: prefix } },
    ConsistentRead: true,
  });

/** All items of a Scan, strongly consistent. */
export function scanAll(
  { client, name: TableName }: Table,
  scan: Input<'Scan'> = {},
): Promise<Item[]> {
  const input = { TableName, ConsistentRead: true, ...scan };
  return allItems((ExclusiveStartKey) =>
    client.send(new ScanCommand({ ...input, ExclusiveStartKey })),
  );
}

interface ItemPage {
  Items?: Item[] | undefined;
  /** The key after which the next page begins; undefined at the end. */
  LastEvaluatedKey?: Item | undefined;
}

/** All items of a Query or a Scan. DynamoDB ends each page at 1 MB; `read` reads the page that begins at `from`. */
async function allItems(read: (from: Item | undefined) => Promise<ItemPage>): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await read(from);
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
