import { withReports } from '../../message/apply-event.ts';
import type { MessageEvent, MessageRecord, ReportedMessage } from '../../message/message.ts';
import { text } from './attributes.ts';
import { itemsOf, putItem, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression } from './expression.ts';
import {
  eventAttributes,
  messageItemKey,
  reportItemKey,
  reportsPrefix,
  toEvent,
} from './message-item.ts';

/** Whether the reports are items of their own: a write costs by its item's size, and each recipient has reports. */
export function keepsReportsApart({ recipients }: Pick<MessageRecord, 'recipients'>): boolean {
  return recipients.length > 1;
}

/** Writes a report, once. False if the table has it already. */
export async function keepReport(
  messages: Table,
  message: MessageRecord,
  event: MessageEvent,
): Promise<boolean> {
  const once = { ConditionExpression: 'attribute_not_exists(sk)' };
  const write = keepsReportsApart(message)
    ? putReport(messages, message, event, once)
    : addReport(messages, message, event);
  return unlessRefused(write);
}

/** Writes a report as an item of its own. Without a condition it replaces the same report. */
export function putReport(
  messages: Table,
  { accountId, messageId, expiresAt }: MessageRecord,
  event: MessageEvent,
  condition?: { ConditionExpression: string },
): Promise<unknown> {
  const item = {
    ...reportItemKey(accountId, messageId, event.eventId),
    ...eventAttributes(event),
    expiresAt: { N: String(expiresAt) },
  };
  return putItem(messages, item, condition);
}

function addReport(
  messages: Table,
  { accountId, messageId, forgotten }: MessageRecord,
  event: MessageEvent,
): Promise<unknown> {
  const expression = new Expression();
  const path = `events.${expression.name(event.eventId)}`;
  const isAsSeen = forgotten
    ? `forgotten = ${expression.value({ SS: [...forgotten] })}`
    : 'attribute_not_exists(forgotten)';
  return updateItem(messages, messageItemKey(accountId, messageId), {
    UpdateExpression: `SET ${path} = ${expression.value({ M: eventAttributes(event) })}`,
    ConditionExpression: `attribute_exists(sk) AND attribute_not_exists(${path}) AND ${isAsSeen}`,
    ...expression.attributes(),
  });
}

/** A message with all its reports, strongly consistent: one Query if it has several recipients, else no read. */
export async function readReports(
  messages: Table,
  message: MessageRecord,
): Promise<ReportedMessage> {
  const reports = keepsReportsApart(message) ? await queryReports(messages, message) : [];
  return withReports(message, reports);
}

export async function queryReports(
  messages: Table,
  { accountId, messageId }: MessageRecord,
): Promise<MessageEvent[]> {
  const partition = text(messageItemKey(accountId, messageId), 'accountId');
  const prefix = reportsPrefix(messageId);
  const items = await itemsOf(messages, partition, prefix);
  return items.map((item) => toEvent(text(item, 'sk').slice(prefix.length), item));
}
