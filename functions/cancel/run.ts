import { readMessageRange } from '../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { listMessages } from '../../shared/adapters/tables/messages-table-lists.ts';
import { listPending } from '../../shared/adapters/tables/pending-table.ts';
import { refuse } from '../../shared/engine/errors.ts';
import { maxCancelledMessages, maxSearchedMessages } from '../../shared/engine/limits.ts';
import {
  type CancelScheduledPorts,
  cancelScheduled,
} from '../../shared/execute/cancel-scheduled.ts';
import type { ApiCaller } from '../../shared/http/proxy.ts';
import { mayUseTemplate } from '../../shared/keys/scopes.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import { isMessageId, isTestMessage } from '../../shared/message/message-id.ts';
import { shownState } from '../../shared/message/message-states.ts';
import type { Cancelled, CancelRequest, TooLate } from './contract.ts';

export interface CancelPorts extends CancelScheduledPorts {
  accounts: Table;
  epochMs: () => number;
}

type Named = Pick<MessageRecord, 'messageId' | 'templateId'>;

/**
 * Cancels the caller's scheduled message by id, or messages by reference, soonest first: those of its kind of key (test
 * or live) and its templates. Throws like `cancelScheduled`, and the refusals `required` and `messageNotFound`.
 */
export async function cancelMessages(
  { id, reference }: CancelRequest,
  caller: ApiCaller,
  ports: CancelPorts,
): Promise<Cancelled> {
  if ((id === undefined) === (reference === undefined)) throw refuse('required', 'id or reference');
  const { waiting, ended, more } =
    reference === undefined
      ? { waiting: [id ?? ''], ended: [], more: false }
      : await search(reference, caller, ports);
  const cancelled = await Promise.all(waiting.map((each) => cancel(each, caller, ports)));
  const all = [...cancelled.flatMap((each) => each ?? []), ...ended];
  if (all.length === 0) throw refuse('messageNotFound');
  return {
    cancelled: all.filter(({ state }) => state === 'CANCELLED').map((each) => each.id),
    tooLate: all.filter(({ state }) => state !== 'CANCELLED'),
    more: more || undefined,
  };
}

interface Found {
  /** The ids of the messages that wait for their time, soonest first. */
  waiting: string[];
  /** The account's newest messages that were cancelled before, or can no longer be cancelled. */
  ended: TooLate[];
  /** Whether more messages wait than the request cancels. */
  more: boolean;
}

async function search(
  reference: string,
  caller: ApiCaller,
  { messages, accounts, epochMs }: CancelPorts,
): Promise<Found> {
  const { accountId } = caller;
  const nowMs = epochMs();
  const range = await readMessageRange(accounts, accountId, caller.test !== undefined);
  // This order misses no message: a message stays in the first list until its record says how it ended.
  const listed = await listPending(messages, accountId, { ...range, reference });
  const pending = listed.filter((message) => mayCancel(caller, message));
  const waiting = pending.slice(0, maxCancelledMessages).map(({ messageId }) => messageId);
  const known = new Set(pending.map(({ messageId }) => messageId));
  const newest = await listMessages(messages, accountId, {
    ...range,
    matches: (message) =>
      message.reference === reference &&
      message.state !== 'SCHEDULED' &&
      !known.has(message.messageId) &&
      mayCancel(caller, message),
    limit: maxCancelledMessages,
    window: maxSearchedMessages,
    nowMs,
  });
  const ended = newest.messages.map((message) => endedAs(message, nowMs));
  return { waiting, ended, more: pending.length > maxCancelledMessages };
}

/** Cancels one message. Returns the state that it has afterwards; null if the caller has no such message. */
async function cancel(
  messageId: string,
  caller: ApiCaller,
  ports: CancelPorts,
): Promise<TooLate | null> {
  if ((await readOwn(messageId, caller, ports)) === null) return null;
  const at = new Date(ports.epochMs()).toISOString();
  if (await cancelScheduled({ accountId: caller.accountId, messageId }, at, ports)) {
    return { id: messageId, state: 'CANCELLED' };
  }
  const record = await readOwn(messageId, caller, ports);
  return record && endedAs(record, ports.epochMs());
}

const endedAs = (record: MessageRecord, nowMs: number): TooLate => ({
  id: record.messageId,
  state: shownState(record, nowMs),
});

async function readOwn(
  messageId: string,
  caller: ApiCaller,
  { messages, epochMs }: CancelPorts,
): Promise<MessageRecord | null> {
  if (!isMessageId(messageId)) return null;
  const record = await readMessage(messages, caller.accountId, messageId);
  if (record === null || record.expiresAt * 1000 <= epochMs()) return null;
  return mayCancel(caller, record) ? record : null;
}

function mayCancel(caller: ApiCaller, { messageId, templateId }: Named): boolean {
  const isOfItsMode = isTestMessage(messageId) === (caller.test !== undefined);
  return isOfItsMode && mayUseTemplate(caller, 'execute', templateId);
}
