import { readMessageRange } from '../../../shared/adapters/tables/accounts-table.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { maxPageItems, maxSearchedMessages } from '../../../shared/engine/limits.ts';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import {
  type MessageListPorts,
  type MessageSummary,
  toSummary,
} from '../../../shared/manage/messages/messages.ts';
import type { MessageState } from '../../../shared/message/message.ts';

/** A new message, or one whose state has changed. */
export interface MessageChange {
  message: MessageSummary;
  /** Null where the message is new. */
  before: MessageState | null;
}

/** The changes since the previous call. */
export interface MessageChanges {
  /** Oldest first. */
  changes: MessageChange[];
  /** Whether more new messages came than one call reads: then the oldest of them are missing. */
  isCut: boolean;
}

/** The most pages that one call reads. */
const maxPages = maxSearchedMessages / maxPageItems;

/**
 * Watches the newest messages: each call of the returned function reads them, strongly consistent, and
 * returns what has changed since the previous call. With `test` it watches the messages of test keys, and no others. The first call returns nothing. The states of the newest
 * 100 messages are watched; of new messages the newest 1,000 are returned. A call with at most 100 new
 * messages takes one read, or two.
 */
export function watchMessages(
  { accounts, messages, now }: MessageListPorts,
  accountId: string,
  { test = false }: Pick<MessageSearch, 'test'> = {},
): () => Promise<MessageChanges> {
  let seen: Map<string, MessageState> | undefined;
  let newest = '';

  const readNewest = async () => {
    const nowMs = now().getTime();
    const range = await readMessageRange(accounts, accountId, test);
    const found: MessageSummary[] = [];
    const cursors: string[] = [];
    let isMore: boolean;
    do {
      const query = { before: cursors.at(-1), limit: maxPageItems, nowMs, ...range };
      const page = await listMessages(messages, accountId, query);
      found.push(...page.messages.map((message) => toSummary(message, nowMs)));
      if (page.next !== null) cursors.push(page.next);
      isMore = seen !== undefined && page.next !== null && page.next > newest;
    } while (isMore && cursors.length < maxPages);
    // If all messages that were read have expired, the cursor of the first page marks the newest message.
    newest = found[0]?.messageId ?? cursors[0] ?? newest;
    return { found, isCut: isMore };
  };

  return async () => {
    const { found, isCut } = await readNewest();
    const known = seen;
    seen = new Map(found.slice(0, maxPageItems).map(({ messageId, state }) => [messageId, state]));
    return known ? { changes: changesOf(found, known), isCut } : { changes: [], isCut: false };
  };
}

/** A message older than all known ones is not new: it was beyond the newest 100 before. */
function changesOf(
  found: readonly MessageSummary[],
  known: ReadonlyMap<string, MessageState>,
): MessageChange[] {
  const oldest = [...known.keys()].at(-1) ?? '';
  return found
    .map((message) => ({ message, before: known.get(message.messageId) ?? null }))
    .filter(({ message, before }) =>
      before === null ? message.messageId > oldest : message.state !== before,
    )
    .reverse();
}
