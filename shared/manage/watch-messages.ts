import { listMessages } from '../adapters/messages-table-lists.ts';
import { maxPageItems } from '../limits.ts';
import type { MessageState } from '../message/message.ts';
import { type MessageSummary, toSummary } from './messages.ts';
import type { ManagePorts } from './ports.ts';

/** A message that is new or whose state is another than it was. */
export interface MessageChange {
  message: MessageSummary;
  /** Null where the message is new. */
  before: MessageState | null;
}

/**
 * The newest messages, seen again and again: each call of the returned function reads them, strongly
 * consistent, and answers what has changed since the call before, oldest first. The first call answers
 * nothing: it is where watching begins. The states of the newest 100 messages are watched; new
 * messages are all seen, however many came.
 */
export function watchMessages(
  { messages, now }: ManagePorts,
  accountId: string,
): () => Promise<MessageChange[]> {
  let seen: Map<string, MessageState> | undefined;
  let newest = '';

  const readNewest = async () => {
    const nowMs = now().getTime();
    const found: MessageSummary[] = [];
    let before: string | undefined;
    do {
      const page = await listMessages(messages, accountId, { before, limit: maxPageItems, nowMs });
      found.push(...page.messages.map((message) => toSummary(message, nowMs)));
      before = page.next ?? undefined;
    } while (seen && before !== undefined && before > newest);
    return found;
  };

  return async () => {
    const found = await readNewest();
    const known = seen;
    newest = found[0]?.messageId ?? newest;
    seen = new Map(found.slice(0, maxPageItems).map(({ messageId, state }) => [messageId, state]));
    return known ? changesOf(found, known) : [];
  };
}

/** A message older than all that were known was pushed out of sight before, and is not new. */
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
