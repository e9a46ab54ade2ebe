import { readMessageRange } from '../../adapters/tables/accounts-table.ts';
import { readCopy } from '../../adapters/tables/copies-table.ts';
import { readClaimAndSuppressed, readMessage } from '../../adapters/tables/messages-table.ts';
import { findBySesMessageId } from '../../adapters/tables/messages-table-events.ts';
import { listMessages as listRecords } from '../../adapters/tables/messages-table-lists.ts';
import { readReports } from '../../adapters/tables/messages-table-reports.ts';
import { readReplies } from '../../adapters/tables/replies-table.ts';
import { readHead } from '../../adapters/tables/templates-table.ts';
import { maxSearchedMessages } from '../../engine/limits.ts';
import {
  addressesOf,
  type MessageRecord,
  type MessageState,
  type ReportedMessage,
} from '../../message/message.ts';
import type { KeptCopy } from '../../message/message-copy.ts';
import { capturedPrefix, isMessageId } from '../../message/message-id.ts';
import { shownState } from '../../message/message-states.ts';
import { type StoredReply, shownReply } from '../../message/reply.ts';
import type { Suppression } from '../../message/suppression.ts';
import { maskedMessage, masksOf } from '../../people/mask.ts';
import { checkAddress } from '../address.ts';
import { badCursor, ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';
import { note, type TrailPorts } from '../trail/recorded.ts';
import { type Explanation, explainMessage } from './explain-message.ts';
import { type MessageSearch, matcherOf, searchedText, termsOfSearch } from './message-search.ts';
import { maskedReply, repliesIn } from './reply-timeline.ts';
import { isScheduledPlace, listScheduled } from './scheduled-list.ts';

export type MessagePorts = Pick<ManagePorts, 'messages' | 'now' | 'region'>;

/** What listing messages needs: the account has the number of its parts. */
export type MessageListPorts = MessagePorts & Pick<ManagePorts, 'accounts'>;

/** A message as lists show it; `state` is as of now. */
export type MessageSummary = ReturnType<typeof toSummary>;

export interface MessageList {
  /** Newest first; with the state SCHEDULED soonest first. */
  messages: MessageSummary[];
  /** Null at the end. */
  nextCursor: string | null;
  /** Ids of messages that only a newer version of the service can read. */
  unreadable: string[];
  looked: number;
  /** Set if the text searched for is the id of the one message, its own or SES's. */
  exact?: true;
  /** Absent without an address, or if it is not suppressed. */
  suppressed?: Suppression;
}

/**
 * One page of an account's messages; with the state SCHEDULED, of those not due yet. A search looks through 1,000
 * records, and returns a cursor if there are more. An id as text finds its message, whatever the other filters are.
 *
 * @throws {ManageError} for an invalid address, text or cursor, a `since` in the future, and an `until` before it
 */
export async function listMessages(
  { accounts, messages, now }: MessageListPorts,
  accountId: string,
  search: MessageSearch = {},
): Promise<MessageList> {
  const { to, since, until, cursor, limit = 50, test = false, state, masked = false } = search;
  if (cursor !== undefined && !isPlaceIn(state)(cursor)) throw badCursor();
  const address = to === undefined ? undefined : checkAddress(to, 'to');
  const text = search.text === undefined ? undefined : searchedText(search.text);
  const nowMs = now().getTime();
  checkTimes(search, nowMs);
  if (text !== undefined && cursor === undefined) {
    const known = await findMessage({ messages, now }, accountId, text);
    if (known) return { ...listOf([known], nowMs, masked), looked: 1, exact: true };
  }
  const asked = { ...search, text, to: address };
  const matches = matcherOf(asked, nowMs);
  const page =
    state === 'SCHEDULED'
      ? await listScheduled({ accounts, messages }, accountId, {
          ...{ after: cursor, limit, test },
          matches: (message) => (matches?.(message) ?? true) && isBetween(message, since, until),
        })
      : await listRecords(messages, accountId, {
          before: cursor,
          since: since && Math.max(0, since.getTime()),
          until: until && until.getTime() < nowMs ? Math.max(0, until.getTime()) : undefined,
          ...{ limit, nowMs },
          ...(await readMessageRange(accounts, accountId, test)),
          ...(matches && { window: maxSearchedMessages, matches, terms: termsOfSearch(asked) }),
        });
  const suppressed = await suppressedAmong({ messages }, accountId, address ? [address] : []);
  const { next: nextCursor, unreadable, looked } = page;
  return {
    ...listOf(page.messages, nowMs, masked),
    ...{ nextCursor, unreadable, looked },
    ...(suppressed[0] && { suppressed: suppressed[0] }),
  };
}

function listOf(records: readonly MessageRecord[], nowMs: number, masked: boolean) {
  const shown = masked ? records.map(maskedMessage) : records;
  return {
    messages: shown.map((message) => toSummary(message, nowMs)),
    nextCursor: null,
    unreadable: [],
  };
}

function checkTimes({ since, until }: MessageSearch, nowMs: number): void {
  const refuse = (field: string, message: string) =>
    new ManageError(message, [{ code: 'bad-time', field, message }]);
  if (since && !(since.getTime() <= nowMs)) {
    throw refuse('since', 'No message can be newer than now: name an earlier time');
  }
  if (since && until && until < since) {
    throw refuse('until', 'until is before since: no message is between them');
  }
}

function isBetween({ createdAt }: MessageRecord, since?: Date, until?: Date): boolean {
  const at = Date.parse(createdAt);
  return !(since && at < since.getTime()) && !(until && at > until.getTime());
}

/** Returns whether a text is a cursor of the list of messages in a state. */
export const isPlaceIn = (state: MessageState | undefined) =>
  state === 'SCHEDULED' ? isScheduledPlace : isMessageId;

export interface ExplainedMessage {
  record: ReportedMessage;
  /** The recipients that are on the account's suppression list now. */
  suppressed: Suppression[];
  explanation: Explanation;
  /** The oldest first. */
  replies: readonly StoredReply[];
}

/**
 * Finds a message by its own id, by SES's (from a second after SES accepted it) or by the id that execute answers for a
 * captured mail, and explains it. With `templates` it compares a scheduled message's revision with the current one.
 * `masked` hides who the recipients are. Default: false.
 *
 * @throws {ManageError} for an id that no message of the account has
 */
export async function showMessage(
  { messages, now, templates }: MessagePorts & Partial<Pick<ManagePorts, 'templates'>>,
  accountId: string,
  id: string,
  { masked = false }: { masked?: boolean } = {},
): Promise<ExplainedMessage> {
  const record = await messageOf({ messages, now }, accountId, id);
  const [message, suppressed, replies, head] = await Promise.all([
    readReports(messages, record),
    suppressedAmong({ messages }, accountId, addressesOf(record)),
    readReplies(messages, record),
    record.state === 'SCHEDULED' && templates
      ? readHead(templates, accountId, record.templateId)
      : undefined,
  ]);
  const nowMs = now().getTime();
  const shown = masked ? maskedMessage(message) : message;
  const mask = masksOf(record.recipients.map(({ address }) => address));
  const listed = masked
    ? suppressed.map((each) => ({ ...each, address: mask(each.address), detail: null }))
    : suppressed;
  const explanation = explainMessage(shown, {
    nowMs,
    suppressed: listed,
    ...(head !== undefined && { newest: head?.revision ?? null }),
  });
  const shownReplies = replies.map((reply) =>
    masked ? maskedReply(shownReply(reply), mask) : shownReply(reply),
  );
  const timeline = [...explanation.timeline, ...repliesIn(shownReplies)];
  return {
    record: masked ? { ...shown, replyTo: undefined } : shown,
    suppressed: listed,
    explanation: { ...explanation, timeline },
    replies,
  };
}

/** The record of a message, found like that of `showMessage`, and with the same error. */
export async function messageOf(
  ports: MessagePorts,
  accountId: string,
  id: string,
): Promise<MessageRecord> {
  const record = await findMessage(ports, accountId, id);
  if (record) return record;
  throw new ManageError(`Account ${accountId} has no message ${id}`, [], {
    code: 'unknown',
    hint: 'message list shows every message, and those of test keys with --test',
  });
}

/** The copy of a message, found like that of `showMessage`; null if none is kept, or its time is over. */
export async function showCopy(
  ports: MessagePorts,
  accountId: string,
  id: string,
): Promise<KeptCopy | null> {
  const { messageId } = await messageOf(ports, accountId, id);
  return readCopy(ports.messages, { accountId, messageId }, ports.now().getTime());
}

/** Like `showCopy`, for a person to read: with an entry in the trail. */
export async function openCopy(
  ports: MessagePorts & TrailPorts,
  accountId: string,
  id: string,
): Promise<KeptCopy | null> {
  const { messageId } = await messageOf(ports, accountId, id);
  const copy = await showCopy(ports, accountId, messageId);
  if (copy) await note(ports, accountId, 'copy.read', `message:${messageId}`);
  return copy;
}

export function toSummary(record: MessageRecord, nowMs: number) {
  const { messageId, createdAt, templateId, revision, subject, keyId, sesMessageId } = record;
  const { branchedTo, door } = record;
  const { error, reference = null, sendAt = null, language, attachments } = record;
  const about = { messageId, createdAt, templateId, revision, subject, keyId, sesMessageId };
  const to = record.recipients.map(({ address }) => address);
  return {
    ...{ ...about, to, state: shownState(record, nowMs) },
    ...{ error, reference, sendAt, language, attachments, branchedTo, door },
  };
}

async function findMessage(
  { messages, now }: MessagePorts,
  accountId: string,
  text: string,
): Promise<MessageRecord | null> {
  // The text may be a mail's Message-ID: `<id@….amazonses.com>`.
  const id = /^<?([A-Za-z0-9_-]{1,128})(@[^@<>]*)?>?$/.exec(text)?.[1];
  if (id === undefined) return null;
  const own = id.replace(capturedPrefix, '').toUpperCase();
  const record = isMessageId(own)
    ? await readMessage(messages, accountId, own)
    : await findBySesId(messages, accountId, id);
  // DynamoDB may not have deleted an expired record yet.
  return record && record.expiresAt * 1000 > now().getTime() ? record : null;
}

async function findBySesId(
  messages: ManagePorts['messages'],
  accountId: string,
  id: string,
): Promise<MessageRecord | null> {
  const place = await findBySesMessageId(messages, id);
  return place?.accountId === accountId ? readMessage(messages, accountId, place.messageId) : null;
}

async function suppressedAmong(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  addresses: readonly string[],
): Promise<Suppression[]> {
  return (await readClaimAndSuppressed(messages, accountId, null, addresses)).suppressed;
}
