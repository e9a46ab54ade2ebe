import { doorNamed } from '../../engine/doors.ts';
import { reportedBy, worse } from '../../message/apply-event.ts';
import type {
  MessageEvent,
  MessageRecipient,
  MessageRecord,
  SendState,
} from '../../message/message.ts';
import { firstParts, partOf, testPart } from '../../message/message-id.ts';
import { deliveryStates, rankOf, sendStates, stateOfRank } from '../../message/message-states.ts';
import {
  type Item,
  map,
  number,
  optionalNumber,
  optionalText,
  optionalTexts,
  text,
  textItem,
  textList,
} from './attributes.ts';

/** Raise it when the meaning of a record changes. `toMessage` refuses a record with a higher number. */
export const messageFormat = 1;

/** A record that a newer version of the service wrote. */
export class NewerMessage extends Error {
  override readonly name = 'NewerMessage';
}

const prefix = 'M#';

/** The sort key of a message: the order of the keys is the order of time. */
export const messageKey = (messageId: string) => `${prefix}${messageId}`;

/** The attribute with the rank of the worst reported state, if the reports are separate items. */
export const reportedRank = 'reportedRank';

export const messagePartitions = (accountId: string, parts: number): string[] =>
  firstParts(parts).map((part) => partitionOf(accountId, part));

/** The partition key of the messages of an account's test keys. */
export const testPartition = (accountId: string): string => partitionOf(accountId, testPart);

/** The partition key of a part, which the digit of its messages' ids names. */
export const partitionOf = (accountId: string, part: string) =>
  part === '' ? accountId : `${accountId}#${part}`;

const accountIdOf = (item: Item) => text(item, 'accountId').replace(/#.*/, '');

export const messagePlaceOf = (item: Item) => ({
  accountId: accountIdOf(item),
  messageId: messageIdOf(item),
});

/** The whole key of a message, made from its id, which names its part. */
export const messageItemKey = (accountId: string, messageId: string): Item => ({
  accountId: { S: partitionOf(accountId, partOf(messageId)) },
  sk: { S: messageKey(messageId) },
});

export const messageIdOf = (item: Item) => text(item, 'sk').slice(prefix.length);

/** The prefix of the sort keys of a message's reports, if the reports are separate items. */
export const reportsPrefix = (messageId: string) => `E#${messageId}#`;

/** The whole key of a report that is an item of its own: in the partition of its message. */
export const reportItemKey = (accountId: string, messageId: string, eventId: string): Item => ({
  ...messageItemKey(accountId, messageId),
  sk: { S: `${reportsPrefix(messageId)}${eventId}` },
});

export function toMessageItem(record: MessageRecord): Item {
  const {
    accountId,
    messageId,
    revision,
    branchedTo,
    recipients,
    leaseUntilMs,
    reported,
    events,
    trace,
    expiresAt,
    leftOut,
    attachments,
    replyIds,
    forgotten,
    ...rest
  } = record;
  const texts = Object.entries(rest).map(([name, value]) => [name, value ?? undefined]);
  const item: Item = {
    ...messageItemKey(accountId, messageId),
    ...textItem(Object.fromEntries(texts)),
    format: { N: String(messageFormat) },
    revision: { N: String(revision) },
    leaseUntilMs: { N: String(leaseUntilMs) },
    expiresAt: { N: String(expiresAt) },
    recipients: {
      M: Object.fromEntries(
        recipients.map(({ address, field }) => [address, { M: textItem({ field }) }]),
      ),
    },
    events: {
      M: Object.fromEntries(events.map((each) => [each.eventId, { M: eventAttributes(each) }])),
    },
    trace: { S: JSON.stringify(trace) },
  };
  if (reported !== null) item[reportedRank] = { N: String(rankOf(reported)) };
  if (branchedTo) {
    item.branchedTo = { S: branchedTo.templateId };
    item.branchedRevision = { N: String(branchedTo.revision) };
  }
  if (leftOut) item.leftOut = textList(leftOut);
  if (attachments) item.attachments = { S: JSON.stringify(attachments) };
  if (replyIds) item.replyIds = { SS: [...replyIds] };
  if (forgotten) item.forgotten = { SS: [...forgotten] };
  return item;
}

/** The record in an item, its recipients in the order of their fields. Throws `NewerMessage` for a later version's. */
export function toMessage(item: Item): MessageRecord {
  refuseNewer(item);
  return {
    ...messagePlaceOf(item),
    ...reportedIn(item),
    requestId: text(item, 'requestId'),
    keyId: text(item, 'keyId'),
    templateId: text(item, 'templateId'),
    revision: number(item, 'revision'),
    ...branchIn(item),
    subject: text(item, 'subject'),
    owner: text(item, 'owner'),
    createdAt: text(item, 'createdAt'),
    sendAt: optionalText(item, 'sendAt'),
    settledAt: optionalText(item, 'settledAt') ?? null,
    sesMessageId: optionalText(item, 'sesMessageId') ?? null,
    error: optionalText(item, 'error') ?? null,
    field: optionalText(item, 'field'),
    reference: optionalText(item, 'reference'),
    language: optionalText(item, 'language'),
    againOf: optionalText(item, 'againOf'),
    door: doorNamed(optionalText(item, 'door')),
    leftOut: optionalTexts(item, 'leftOut'),
    ...attachmentsIn(item),
    replyTo: optionalText(item, 'replyTo'),
    ...(item.replyIds?.SS && { replyIds: item.replyIds.SS.toSorted() }),
    ...(item.forgotten?.SS && { forgotten: item.forgotten.SS.toSorted() }),
    answer: optionalText(item, 'answer') ?? null,
    trace: JSON.parse(text(item, 'trace')),
    expiresAt: number(item, 'expiresAt'),
  };
}

/** The fields that determine the state of a message. */
export type MessageStateFields = Pick<
  MessageRecord,
  'state' | 'leaseUntilMs' | 'recipients' | 'redirectedTo' | 'events' | 'reported'
>;

export const stateAttributes = [
  ...['format', 'state', 'leaseUntilMs', 'recipients', 'redirectedTo', 'events', reportedRank],
];

/** Reads the fields of a message's state from its item. Throws like `toMessage`. */
export function readStateFields(item: Item): MessageStateFields {
  refuseNewer(item);
  return reportedIn(item);
}

function refuseNewer(item: Item): void {
  if (number(item, 'format') <= messageFormat) return;
  throw new NewerMessage('The message was recorded by a newer version of the service');
}

function reportedIn(item: Item): MessageStateFields {
  const recipients = Object.entries(map(item, 'recipients')).map(toRecipient).sort(byField);
  const events = Object.entries(map(item, 'events')).map(([id, { M = {} }]) => toEvent(id, M));
  const redirectedTo = optionalText(item, 'redirectedTo');
  const mail = { recipients, redirectedTo };
  const kept = stateOfRank(optionalNumber(item, reportedRank) ?? 0);
  return {
    state: toSendState(text(item, 'state')),
    leaseUntilMs: number(item, 'leaseUntilMs'),
    recipients,
    redirectedTo,
    events,
    reported: events.map((event) => reportedBy(mail, event)).reduce(worse, kept),
  };
}

function branchIn(item: Item): Pick<MessageRecord, 'branchedTo'> {
  const templateId = optionalText(item, 'branchedTo');
  if (templateId === undefined) return {};
  return { branchedTo: { templateId, revision: number(item, 'branchedRevision') } };
}

function attachmentsIn(item: Item): Pick<MessageRecord, 'attachments'> {
  const list = optionalText(item, 'attachments');
  return list === undefined ? {} : { attachments: JSON.parse(list) };
}

function toRecipient([address, { M = {} }]: [string, Item[string]]): MessageRecipient {
  const field = text(M, 'field');
  return { address, field: field === '_cc' || field === '_bcc' ? field : '_to' };
}

const fields = ['_to', '_cc', '_bcc'];

function byField(one: MessageRecipient, other: MessageRecipient): number {
  const order = fields.indexOf(one.field) - fields.indexOf(other.field);
  return order || one.address.localeCompare(other.address);
}

function toSendState(state: string): SendState {
  const known = sendStates.find((each) => each === state);
  if (known === undefined) throw new NewerMessage(`The message has the unknown state ${state}`);
  return known;
}

/** A report as attributes: of a map in its message's record, or of an item of its own. */
export function eventAttributes(event: Omit<MessageEvent, 'eventId'>): Item {
  const { state, at, addresses, category, reason } = event;
  const texts = { state, at, category: category ?? undefined, reason: reason ?? undefined };
  return { ...textItem(texts), addresses: textList(addresses) };
}

export function toEvent(eventId: string, attributes: Item): MessageEvent {
  const state = text(attributes, 'state');
  return {
    eventId,
    state: deliveryStates.find((known) => known === state) ?? 'SENT',
    at: text(attributes, 'at'),
    addresses: (attributes.addresses?.L ?? []).flatMap(({ S }) => S ?? []),
    category: optionalText(attributes, 'category') ?? null,
    reason: optionalText(attributes, 'reason') ?? null,
  };
}
