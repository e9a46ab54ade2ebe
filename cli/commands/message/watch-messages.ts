import { readMessageRange } from '../../../shared/adapters/tables/accounts-table.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { maxPageItems, maxSearchedMessages } from '../../../shared/engine/limits.ts';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import {
  type MessageListPorts,
  type MessageSummary,
  showMessage,
  toSummary,
} from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { MessageState } from '../../../shared/message/message.ts';
import { rankOf } from '../../../shared/message/message-states.ts';
import { eventsOfMessage, type IdentifiedEvent } from '../../../shared/webhook/webhook-event.ts';

export interface MessageChange {
  message: MessageSummary;
  /** Null if the message is new. */
  before: MessageState | null;
}

interface MessageChanges {
  /** Oldest first. */
  changes: MessageChange[];
  /** Whether more new messages came than one call reads: then the oldest of them are missing. */
  isCut: boolean;
}

const maxPages = maxSearchedMessages / maxPageItems;

/** Watches the newest 100 messages. Each call returns the changes since the previous one; the first returns none. */
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

/** The most messages whose events are remembered, and the most of them that each call reads again. */
const maxKnown = 1000;
const maxFollowed = 20;

/** The states that are not a message's last; null if the message did not exist. */
const unsettled: readonly (MessageState | null)[] = [null, 'SCHEDULED', 'SENDING'];

interface KnownEvents {
  ids: Set<string>;
  /** Whether it has several recipients: then not every report changes its state. */
  hasSeveral: boolean;
}

/**
 * Returns the new events. A report on one of several recipients need not change the state: rereads the newest 20 such.
 */
export function watchEvents(
  ports: MessageListPorts,
  accountId: string,
): (changes: readonly MessageChange[]) => Promise<IdentifiedEvent[]> {
  const messages = new Map<string, KnownEvents>();

  const readNew = async (messageId: string, before: MessageChange['before'] = null) => {
    const { record, suppressed } = await showMessage(ports, accountId, messageId);
    const known = messages.get(messageId);
    const events = eventsOfMessage(record, suppressed, ports.region);
    messages.set(messageId, {
      ids: new Set(events.map(({ id }) => id)),
      hasSeveral: record.recipients.length > 1,
    });
    // The events before the watch began are not known. An event that is worse than the state at that time must be new.
    return events.filter(({ id, reported }) =>
      known ? !known.ids.has(id) : rankOf(reported) > rankOf(before) || unsettled.includes(before),
    );
  };

  return async (changes) => {
    const before = new Map(changes.map((change) => [change.message.messageId, change.before]));
    const several = [...messages].filter(([, { hasSeveral }]) => hasSeveral).map(([id]) => id);
    const read = new Set([...several.slice(-maxFollowed), ...before.keys()]);
    const events = await inParallel([...read], (id) => readNew(id, before.get(id)));
    for (const messageId of [...messages.keys()].slice(0, -maxKnown)) messages.delete(messageId);
    return events.flat();
  };
}
