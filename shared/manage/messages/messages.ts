import { readMessageRange } from '../../adapters/tables/accounts-table.ts';
import { NewerMessage } from '../../adapters/tables/message-item.ts';
import { readClaimAndSuppressed, readMessage } from '../../adapters/tables/messages-table.ts';
import { findBySesMessageId } from '../../adapters/tables/messages-table-events.ts';
import { listMessages as listRecords } from '../../adapters/tables/messages-table-lists.ts';
import { readReports } from '../../adapters/tables/messages-table-reports.ts';
import { readHead } from '../../adapters/tables/templates-table.ts';
import { maxSearchedMessages } from '../../engine/limits.ts';
import type { ListedFile } from '../../message/attachment.ts';
import {
  addressesOf,
  type MessageRecord,
  type MessageState,
  type ReportedMessage,
} from '../../message/message.ts';
import { capturedPrefix, isMessageId } from '../../message/message-id.ts';
import { shownState } from '../../message/message-states.ts';
import type { Suppression } from '../../message/suppression.ts';
import { checkAddress } from '../address.ts';
import { badCursor, ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';
import { type Explanation, explainMessage } from './explain-message.ts';
import { isScheduledPlace, listScheduled } from './scheduled-list.ts';

/** What reading messages needs. */
export type MessagePorts = Pick<ManagePorts, 'messages' | 'now'>;

/** What listing messages needs: the account's record has the number of message parts to read. */
export type MessageListPorts = MessagePorts & Pick<ManagePorts, 'accounts'>;

/** A message as lists show it. */
export interface MessageSummary {
  messageId: string;
  /** ISO 8601. */
  createdAt: string;
  templateId: string;
  revision: number;
  /** The addresses of `_to`, `_cc` and `_bcc`, in this order. */
  to: string[];
  subject: string;
  /** As of now. */
  state: MessageState;
  keyId: string;
  /** Null if it is not known that SES accepted the mail. */
  sesMessageId: string | null;
  /** Of a refused or failed message: why. Null otherwise. */
  error: string | null;
  /** The caller's own name of the message; null where it gave none. */
  reference: string | null;
  /** ISO 8601, when a scheduled message is to be sent; null where it was not scheduled. */
  sendAt: string | null;
  /** The files of the mail; absent where it has none. */
  attachments?: readonly ListedFile[] | undefined;
}

export interface MessageSearch {
  /** Lists the messages of test keys, and no others. Default: the live messages, and no others. */
  test?: boolean | undefined;
  state?: MessageState | undefined;
  /** The address of a recipient, in upper or lower case. */
  to?: string | undefined;
  templateId?: string | undefined;
  /** The revision of `templateId`. */
  revision?: number | undefined;
  /** The API key that sent it. */
  keyId?: string | undefined;
  /** The caller's own name of the message. */
  reference?: string | undefined;
  since?: Date | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  /** Default: 50. */
  limit?: number | undefined;
}

export interface MessageList {
  /** Newest first; with the state SCHEDULED soonest first. */
  messages: MessageSummary[];
  /** Null at the end. */
  nextCursor: string | null;
  /** Messages that a newer version of the service recorded, and this one cannot read. */
  unreadable: string[];
  /** The suppression of the address searched for; absent without an address, or if it is not suppressed. */
  suppressed?: Suppression;
}

/**
 * One page of an account's messages; with the state SCHEDULED of those that wait for their time. A search looks through 1,000 records at most, and returns a
 * cursor where there are more, even if it found nothing so far.
 *
 * @throws {ManageError} for an invalid address or cursor, or for a `since` in the future
 */
export async function listMessages(
  { accounts, messages, now }: MessageListPorts,
  accountId: string,
  search: MessageSearch = {},
): Promise<MessageList> {
  const { to, since, cursor, limit = 50, test = false, state } = search;
  if (cursor !== undefined && !isPlaceIn(state)(cursor)) throw badCursor();
  const address = to === undefined ? undefined : checkAddress(to, 'to');
  const nowMs = now().getTime();
  if (since && !(since.getTime() <= nowMs)) {
    const sentence = 'No message can be newer than now: name an earlier time';
    throw new ManageError(sentence, [{ code: 'bad-time', field: 'since', message: sentence }]);
  }
  const matches = matcherOf(search, nowMs);
  const read =
    state === 'SCHEDULED'
      ? listScheduled({ accounts, messages }, accountId, {
          ...{ after: cursor, limit, test },
          matches: (message) =>
            (matches?.(message) ?? true) && !(since && Date.parse(message.createdAt) < +since),
        })
      : listRecords(messages, accountId, {
          before: cursor,
          since: since && Math.max(0, since.getTime()),
          ...{ limit, nowMs },
          ...(await readMessageRange(accounts, accountId, test)),
          ...(matches && { window: maxSearchedMessages, matches }),
        });
  const page = await read;
  const suppressed = await suppressedAmong({ messages }, accountId, address ? [address] : []);
  return {
    messages: page.messages.map((message) => toSummary(message, nowMs)),
    nextCursor: page.next,
    unreadable: page.unreadable,
    ...(suppressed[0] && { suppressed: suppressed[0] }),
  };
}

/** Returns a function that tells whether a text is a cursor of the list of messages in a state. */
export const isPlaceIn = (state: MessageState | undefined) =>
  state === 'SCHEDULED' ? isScheduledPlace : isMessageId;

/** Returns a function that tells whether a message matches the search; undefined if every message does. */
function matcherOf(search: MessageSearch, nowMs: number) {
  const { state, to, templateId, revision, keyId, reference } = search;
  const asked = [state, to, templateId, revision, keyId, reference];
  if (asked.every((one) => one === undefined)) return undefined;
  const isLike = <Value>(wanted: Value | undefined, found: Value) =>
    wanted === undefined || wanted === found;
  return (message: MessageRecord) =>
    isLike(templateId, message.templateId) &&
    isLike(revision, message.revision) &&
    isLike(keyId, message.keyId) &&
    isLike(reference, message.reference) &&
    isLike(state, shownState(message, nowMs)) &&
    (to === undefined || hasRecipient(message, to));
}

export interface ExplainedMessage {
  record: ReportedMessage;
  /** The recipients that are on the account's suppression list now. */
  suppressed: Suppression[];
  explanation: Explanation;
}

/**
 * Finds a message by its own id, by SES's id or by the id that execute answers for a captured mail, and explains it.
 * SES's id can be found from a second after SES accepted the mail. With `templates` it compares a scheduled message's
 * revision with the template's current one.
 *
 * @throws {ManageError} for an id that no message of the account has
 */
export async function showMessage(
  { messages, now, templates }: MessagePorts & Partial<Pick<ManagePorts, 'templates'>>,
  accountId: string,
  id: string,
): Promise<ExplainedMessage> {
  const record = await messageOf({ messages, now }, accountId, id);
  const [message, suppressed, head] = await Promise.all([
    readReports(messages, record),
    suppressedAmong({ messages }, accountId, addressesOf(record)),
    record.state === 'SCHEDULED' && templates
      ? readHead(templates, accountId, record.templateId)
      : undefined,
  ]);
  const nowMs = now().getTime();
  return {
    record: message,
    suppressed,
    explanation: explainMessage(message, {
      nowMs,
      suppressed,
      ...(head !== undefined && { newest: head?.revision ?? null }),
    }),
  };
}

/**
 * The record of a message, found like that of `showMessage`.
 *
 * @throws {ManageError} for an id that no message of the account has
 */
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

export function toSummary(record: MessageRecord, nowMs: number): MessageSummary {
  const { messageId, createdAt, templateId, revision, recipients, subject, keyId } = record;
  return {
    messageId,
    createdAt,
    templateId,
    revision,
    to: recipients.map(({ address }) => address),
    subject,
    state: shownState(record, nowMs),
    keyId,
    sesMessageId: record.sesMessageId,
    error: record.error,
    reference: record.reference ?? null,
    sendAt: record.sendAt ?? null,
    ...(record.attachments && { attachments: record.attachments }),
  };
}

async function findMessage(
  { messages, now }: MessagePorts,
  accountId: string,
  text: string,
): Promise<MessageRecord | null> {
  const id = bareId(text);
  if (id === null) return null;
  try {
    const own = id.replace(capturedPrefix, '').toUpperCase();
    const record = isMessageId(own)
      ? await readMessage(messages, accountId, own)
      : await findBySesId(messages, accountId, id);
    return unexpired(record, now);
  } catch (error) {
    if (!(error instanceof NewerMessage)) throw error;
    throw new ManageError(
      `Message ${text} was recorded by a newer version of the service: read it with that version`,
      [],
      { cause: error },
    );
  }
}

/**
 * The id in a text: our id, SES's id, or SES's id as the mail's Message-ID has it,
 * `<id@….amazonses.com>`.
 */
function bareId(text: string): string | null {
  return /^<?([A-Za-z0-9_-]{1,128})(@[^@<>]*)?>?$/.exec(text)?.[1] ?? null;
}

async function findBySesId(
  messages: ManagePorts['messages'],
  accountId: string,
  id: string,
): Promise<MessageRecord | null> {
  const place = await findBySesMessageId(messages, id);
  return place?.accountId === accountId ? readMessage(messages, accountId, place.messageId) : null;
}

/** Null for an expired record: DynamoDB deletes it some time later, but it is not shown any more. */
function unexpired(record: MessageRecord | null, now: () => Date): MessageRecord | null {
  return record && record.expiresAt * 1000 > now().getTime() ? record : null;
}

function hasRecipient({ recipients }: MessageRecord, address: string): boolean {
  return recipients.some((recipient) => recipient.address.toLowerCase() === address.toLowerCase());
}

async function suppressedAmong(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  addresses: readonly string[],
): Promise<Suppression[]> {
  return (await readClaimAndSuppressed(messages, accountId, null, addresses)).suppressed;
}
