import type {
  MessageEvent,
  MessageRecipient,
  MessageRecord,
  SendState,
} from '../message/message.ts';
import { rankOf, stateOfRank } from '../message/message-states.ts';
import { type Item, map, number, optionalText, text, textItem } from './attributes.ts';

/** Raised when a record changes so that older code would misread it. */
export const messageFormat = 1;

/** A record that a newer version of the service wrote. */
export class NewerMessage extends Error {
  override readonly name = 'NewerMessage';
}

const prefix = 'M#';

/** The sort key of a message: the order of the keys is the order of time. */
export const messageKey = (messageId: string) => `${prefix}${messageId}`;

/** The whole key of a message. */
export const messageItemKey = (accountId: string, messageId: string): Item => ({
  accountId: { S: accountId },
  sk: { S: messageKey(messageId) },
});

/** The message's id in its sort key. */
export const messageIdOf = (item: Item) => text(item, 'sk').slice(prefix.length);

/** A record as an item of the table. */
export function toMessageItem(record: MessageRecord): Item {
  const {
    accountId,
    messageId,
    revision,
    recipients,
    leaseUntilMs,
    events,
    trace,
    expiresAt,
    ...rest
  } = record;
  const texts = Object.entries(rest).map(([name, value]) => [name, value ?? undefined]);
  return {
    ...messageItemKey(accountId, messageId),
    ...textItem(Object.fromEntries(texts)),
    format: { N: String(messageFormat) },
    revision: { N: String(revision) },
    leaseUntilMs: { N: String(leaseUntilMs) },
    expiresAt: { N: String(expiresAt) },
    recipients: {
      M: Object.fromEntries(recipients.map((each) => [each.address, { M: toRecipientItem(each) }])),
    },
    events: { M: Object.fromEntries(events.map((each) => [each.eventId, toEventItem(each)])) },
    trace: { S: JSON.stringify(trace) },
  };
}

/** A recipient as the value of its address in the map `recipients`. */
export function toRecipientItem({ field, state, at, reason }: MessageRecipient): Item {
  return {
    ...textItem({ field, at: at ?? undefined, reason: reason ?? undefined }),
    rank: { N: String(rankOf(state)) },
  };
}

/** An event as the value of its id in the map `events`. */
export function toEventItem(event: Omit<MessageEvent, 'eventId'>) {
  const { state, at, addresses, category, reason } = event;
  const texts = textItem({
    state,
    at,
    category: category ?? undefined,
    reason: reason ?? undefined,
  });
  return { M: { ...texts, addresses: { L: addresses.map((S) => ({ S })) } } };
}

/**
 * The record in an item. Recipients come in the order `_to`, `_cc`, `_bcc`, events in the order of
 * time. Throws `NewerMessage` for a record of a later version.
 */
export function toMessage(item: Item): MessageRecord {
  if (number(item, 'format') > messageFormat) {
    throw new NewerMessage('The message was recorded by a newer version of the service');
  }
  const recipients = Object.entries(map(item, 'recipients'));
  const events = Object.entries(map(item, 'events'));
  return {
    accountId: text(item, 'accountId'),
    messageId: messageIdOf(item),
    requestId: text(item, 'requestId'),
    keyId: text(item, 'keyId'),
    templateId: text(item, 'templateId'),
    revision: number(item, 'revision'),
    subject: text(item, 'subject'),
    recipients: recipients.map(toRecipient).sort(byField),
    state: toSendState(text(item, 'state')),
    owner: text(item, 'owner'),
    leaseUntilMs: number(item, 'leaseUntilMs'),
    createdAt: text(item, 'createdAt'),
    settledAt: optionalText(item, 'settledAt') ?? null,
    sesMessageId: optionalText(item, 'sesMessageId') ?? null,
    error: optionalText(item, 'error') ?? null,
    answer: optionalText(item, 'answer') ?? null,
    events: events.map(toEvent).sort((one, other) => one.at.localeCompare(other.at)),
    trace: JSON.parse(text(item, 'trace')),
    expiresAt: number(item, 'expiresAt'),
  };
}

function toRecipient([address, { M = {} }]: [string, Item[string]]): MessageRecipient {
  const field = text(M, 'field');
  return {
    address,
    field: field === '_cc' || field === '_bcc' ? field : '_to',
    state: stateOfRank(number(M, 'rank')),
    at: optionalText(M, 'at') ?? null,
    reason: optionalText(M, 'reason') ?? null,
  };
}

function toEvent([eventId, { M = {} }]: [string, Item[string]]): MessageEvent {
  const state = text(M, 'state');
  return {
    eventId,
    state: eventStates.find((known) => known === state) ?? 'SENT',
    at: text(M, 'at'),
    addresses: (M.addresses?.L ?? []).flatMap(({ S }) => S ?? []),
    category: optionalText(M, 'category') ?? null,
    reason: optionalText(M, 'reason') ?? null,
  };
}

const eventStates = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;
const fields = ['_to', '_cc', '_bcc'];

function byField(one: MessageRecipient, other: MessageRecipient): number {
  const order = fields.indexOf(one.field) - fields.indexOf(other.field);
  return order || one.address.localeCompare(other.address);
}

function toSendState(state: string): SendState {
  return sendStates.find((known) => known === state) ?? 'UNKNOWN';
}

const sendStates = ['SENDING', 'SENT', 'FAILED', 'UNKNOWN'] as const;
