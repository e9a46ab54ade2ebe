import { encodeTime } from 'ulid';
import { maxPageItems } from '../../engine/limits.ts';
import { claimSeconds } from '../../message/idempotency-key.ts';
import type { MessageRecord } from '../../message/message.ts';
import { firstParts, testPart } from '../../message/message-id.ts';
import { type Item, number } from './attributes.ts';
import type { Table } from './dynamodb.ts';
import { messageIdOf, NewerMessage, toMessage } from './message-item.ts';
import { PartReader } from './part-reader.ts';

export interface MessageQuery {
  /** Only messages that are older than the one with this id: the cursor of the page before. */
  before?: string | undefined;
  /** Milliseconds: only messages from then on. */
  since?: number | undefined;
  /** Milliseconds: only messages up to then. */
  until?: number | undefined;
  limit: number;
  /** Reads at most so many records, however few of them match. Default: `limit`. */
  window?: number | undefined;
  matches?: ((message: MessageRecord) => boolean) | undefined;
  /**
   * What every match has, as `askedTerms` gives it: the search passes over blocks without it, and notes new blocks.
   * Default: it reads no blocks and notes none.
   */
  terms?: readonly string[] | undefined;
  /** Milliseconds: it skips records that have expired by then. */
  nowMs: number;
  /** The number of parts that hold the account's messages. Default: 1. */
  parts?: number | undefined;
  /** Lists the messages of the account's test keys, and no others. Default: the live messages, and no others. */
  test?: boolean | undefined;
}

export interface MessagePage {
  /** Newest first. */
  messages: MessageRecord[];
  /** The cursor of the next page: `before`; null at the end. */
  next: string | null;
  /** The ids of records that a newer version of the service wrote, and this one cannot read. */
  unreadable: string[];
  /** How many records it took or passed over, including records that did not match. */
  looked: number;
}

/**
 * Messages of an account, newest first, strongly consistent. A page without `matches` takes one Query for each part; a
 * search takes one for each 100 records of its window. Parts are read in parallel, and a record is taken when the
 * newest of every part is known.
 */
export async function listMessages(
  messages: Table,
  accountId: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const { since, limit, window = limit, test = false } = query;
  const found: MessagePage = { messages: [], next: null, unreadable: [], looked: 0 };
  const before = beginOf(query);
  const lowest = since === undefined ? '' : encodeTime(since);
  const search = query.terms && { terms: query.terms, settled: settledBefore(query.nowMs) };
  const parts = (test ? [testPart] : firstParts(query.parts ?? 1)).map(
    (part) => new PartReader(messages, { accountId, part }, { lowest, before, search }),
  );
  await readUnread(parts, shareOf(window, parts.length));
  const ended = await takeMatches(parts, query, found);
  // The list does not depend on them: what is not noted is read again.
  await Promise.allSettled(parts.map((part) => part.keepBlocks()));
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  return { ...ended, looked: ended.looked + passed };
}

async function takeMatches(
  parts: readonly PartReader[],
  query: MessageQuery,
  found: MessagePage,
): Promise<MessagePage> {
  const { limit, window = limit } = query;
  let last: string | null = null;
  for (let left = window; left > 0; left--) {
    await readUnread(parts, Math.min(left, maxPageItems));
    const newest = takeNewest(parts);
    if (newest === undefined) return found;
    last = messageIdOf(newest);
    found.looked += 1;
    keep(newest, query, found);
    if (found.messages.length === limit) return { ...found, next: last };
  }
  return parts.every(({ items, isLast }) => items.length === 0 && isLast)
    ? found
    : { ...found, next: last };
}

/** A repeat of a request records its message under an id of up to a day before: `claimSeconds`, and an hour to spare. */
const unsettledMs = (claimSeconds + 60 * 60) * 1000;

/** No message will be added with an id below this one. */
const settledBefore = (nowMs: number): string => encodeTime(Math.max(0, nowMs - unsettledMs));

/** The id that the page begins after: the last of the page before, or the one before the first id after `until`. */
function beginOf({ before, until }: MessageQuery): string | undefined {
  const first = until === undefined ? undefined : encodeTime(until + 1);
  if (before === undefined || first === undefined) return before ?? first;
  return before < first ? before : first;
}

/** How many records of each part are read first: its share and three times its root, which chance hardly exceeds. */
function shareOf(wanted: number, parts: number): number {
  const mean = wanted / parts;
  return Math.min(wanted, maxPageItems, Math.ceil(mean + 3 * Math.sqrt(mean)) + 1);
}

async function readUnread(parts: readonly PartReader[], size: number): Promise<void> {
  const unread = parts.filter(({ items, isLast }) => items.length === 0 && !isLast);
  if (unread.length > 0) await Promise.all(unread.map((part) => part.read(size)));
}

/** Removes and returns the newest record of all parts. The newest record of every part must have been read. */
function takeNewest(parts: readonly PartReader[]): Item | undefined {
  const idOf = ({ items: [item] }: PartReader) => (item ? messageIdOf(item) : '');
  return parts.reduce((one, other) => (idOf(other) > idOf(one) ? other : one)).items.shift();
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
