import type { Deadline } from '../../deadline.ts';
import { clientWithin } from '../call-times.ts';
import type { Item } from './attributes.ts';
import type { TablesClient } from './dynamodb-client.ts';

/** One table of this deployment: the first argument of every function of a table's module. */
export interface Table {
  client: TablesClient;
  name: string;
  /** How long a call within a deadline may take at most, all its tries together. Default: 3 s. */
  callMs?: number;
}

/**
 * Returns the table with limited calls: each ends with the deadline, and at the latest after the
 * table's `callMs`.
 */
export function tableWithin({ client, ...table }: Table, deadline: Deadline): Table {
  return { ...table, client: clientWithin(client, deadline, table.callMs) };
}

/**
 * Whether a conditional write was refused by its condition. Its own first try, whose answer was
 * lost, may have changed the item: the caller reads the item consistently and compares.
 */
export function isConditionRefused(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** Awaits a conditional write; false where its condition refused it. */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionRefused(error)) return false;
    throw error;
  }
}

/**
 * Whether a call that ended with this error may succeed a moment later: AWS failed or throttled it, or did
 * not answer.
 */
export function mayBeTemporary(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return status < 400 || status >= 500 || /throttl|throughput|limitexceeded/i.test(name ?? '');
}

interface ItemPage {
  Items?: Item[] | undefined;
  /** Where the next page begins; undefined at the end. */
  LastEvaluatedKey?: Item | undefined;
}

/** All items of a Query or a Scan. DynamoDB ends each page at 1 MB; `read` reads the page that begins at `from`. */
export async function allItems(
  read: (from: Item | undefined) => Promise<ItemPage>,
): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await read(from);
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
