import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { encodeTime } from 'ulid';
import { maxPageItems } from '../limits.ts';
import type { MessageRecord } from '../message/message.ts';
import { type Item, number } from './attributes.ts';
import type { Table } from './dynamodb.ts';
import {
  messageIdOf,
  messageItemKey,
  messageKey,
  NewerMessage,
  toMessage,
} from './message-item.ts';

/** Which messages are wanted, and how far a search may look. */
export interface MessageQuery {
  /** Only messages that are older than this one, a ULID: the cursor of the page before. */
  before?: string | undefined;
  /** Milliseconds: only messages from then on. */
  since?: number | undefined;
  /** At most so many messages. */
  limit: number;
  /** At most so many records are looked at, however few of them are wanted. Default: `limit`. */
  window?: number | undefined;
  /** Which messages are wanted. Default: all. */
  matches?: ((message: MessageRecord) => boolean) | undefined;
  /** Milliseconds: what has expired by then is passed over. */
  nowMs: number;
}

export interface MessagePage {
  /** Newest first. */
  messages: MessageRecord[];
  /** The cursor of the next page: `before`; null at the end. */
  next: string | null;
  /** The ids of records that a newer version of the service wrote, and this one cannot read. */
  unreadable: string[];
}

/**
 * Messages of an account, newest first, strongly consistent. A page without `matches` reads only
 * itself, in one Query, however many messages there are. A search takes one for each 100 records
 * of its window, however few it wants. DynamoDB ends a Query at 1 MB: records of an unusual size
 * take another.
 */
export async function listMessages(
  messages: Table,
  accountId: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const found: MessagePage = { messages: [], next: null, unreadable: [] };
  const lowest = messageKey(query.since === undefined ? '' : encodeTime(query.since));
  let left = query.window ?? query.limit;
  let before = query.before;
  while (left > 0) {
    // DynamoDB refuses a cursor beyond the query's own end.
    if (before !== undefined && messageKey(before) <= lowest) return found;
    const size = Math.min(left, maxPageItems);
    const { items, isLast } = await readPage(messages, accountId, { lowest, before, size });
    for (const item of items) {
      before = messageIdOf(item);
      left -= 1;
      keep(item, query, found);
      if (found.messages.length === query.limit) return { ...found, next: before };
    }
    if (isLast) return found;
  }
  return { ...found, next: before ?? null };
}

/** The character after every digit of a ULID: what all messages of an account are before. */
const highest = messageKey('~');

async function readPage(
  { client, name }: Table,
  accountId: string,
  { lowest, before, size }: { lowest: string; before: string | undefined; size: number },
): Promise<{ items: Item[]; isLast: boolean }> {
  const query = new QueryCommand({
    TableName: name,
    KeyConditionExpression: 'accountId = :account AND sk BETWEEN :lowest AND :highest',
    ExpressionAttributeValues: {
      ':account': { S: accountId },
      ':lowest': { S: lowest },
      ':highest': { S: highest },
    },
    ExclusiveStartKey: before === undefined ? undefined : messageItemKey(accountId, before),
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: size,
  });
  const { Items = [], LastEvaluatedKey } = await client.send(query);
  return { items: Items, isLast: LastEvaluatedKey === undefined };
}

function keep(item: Item, { matches, nowMs }: MessageQuery, found: MessagePage): void {
  if (number(item, 'expiresAt') * 1000 <= nowMs) return;
  try {
    const message = toMessage(item);
    if (matches?.(message) ?? true) found.messages.push(message);
  } catch (error) {
    if (!(error instanceof NewerMessage)) throw error;
    found.unreadable.push(messageIdOf(item));
  }
}
