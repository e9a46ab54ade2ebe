import { QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { applyEvent, type EventChanges, type ReportedEvent } from '../message/apply-event.ts';
import type { MessageRecord } from '../message/message.ts';
import { rankOf } from '../message/message-states.ts';
import { text } from './attributes.ts';
import { type Table, unlessRefused } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageIdOf, messageItemKey, toEventItem, toRecipientItem } from './message-item.ts';
import { readMessage } from './messages-table.ts';

/** The index of the messages that SES accepted, by SES's id. */
export const sesMessageIndex = 'bySesMessageId';

/** What became of an event. `message` is the record as it was before. */
export type Recorded =
  | { outcome: 'recorded'; message: MessageRecord; changes: EventChanges }
  | { outcome: 'known already'; message: MessageRecord }
  | { outcome: 'no such message' };

/** Tries against others who change the same record: events of one mail come all at once. */
const maxTries = 8;

/**
 * Where the message of a mail is, by SES's id, from the index: one accepted within the last second
 * may be missing. Null where there is none.
 */
export async function findBySesMessageId(
  messages: Table,
  sesMessageId: string,
): Promise<{ accountId: string; messageId: string } | null> {
  const query = new QueryCommand({
    TableName: messages.name,
    IndexName: sesMessageIndex,
    KeyConditionExpression: 'sesMessageId = :id',
    ExpressionAttributeValues: { ':id': { S: sesMessageId } },
    Limit: 1,
  });
  const item = (await messages.client.send(query)).Items?.[0];
  return item ? { accountId: text(item, 'accountId'), messageId: messageIdOf(item) } : null;
}

/**
 * Records what SES reports of a message: once for each event, states only rise, and a send without
 * a known end is settled as SENT; that its answer was lost stays a part of its story. Throws where others change the record faster than this can.
 */
export async function recordEvent(
  messages: Table,
  accountId: string,
  messageId: string,
  event: ReportedEvent,
): Promise<Recorded> {
  for (let tries = 0; tries < maxTries; tries++) {
    // A late read costs half, and the write's conditions see what it has missed.
    const mayBeLate = tries === 0;
    const message = await readMessage(messages, accountId, messageId, { mayBeLate });
    if (message === null && mayBeLate) continue;
    if (message === null) return { outcome: 'no such message' };
    if (message.events.some(({ eventId }) => eventId === event.eventId)) {
      return { outcome: 'known already', message };
    }
    const changes = applyEvent(message, event);
    const write = messages.client.send(writeEvent(messages.name, message, event, changes));
    if (await unlessRefused(write)) return { outcome: 'recorded', message, changes };
    await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** tries * Math.random()));
  }
  throw new Error('The record of a message was changed by others too often to record an event');
}

/** Refused where the record is no longer as it was read, or has the event already. */
function writeEvent(
  TableName: string,
  { accountId, messageId, recipients, state, settledAt }: MessageRecord,
  event: ReportedEvent,
  changes: EventChanges,
): UpdateItemCommand {
  const expression = new Expression();
  const eventPath = `events.${expression.name(event.eventId)}`;
  const sets = [`${eventPath} = ${expression.value(toEventItem(event))}`];
  const conditions = ['attribute_exists(sk)', `attribute_not_exists(${eventPath})`];
  const seen = new Map(recipients.map((recipient) => [recipient.address, recipient]));
  for (const recipient of changes.recipients) {
    const path = `recipients.${expression.name(recipient.address)}`;
    const { state: seenState = null, at: seenAt = null } = seen.get(recipient.address) ?? {};
    sets.push(`${path} = ${expression.value({ M: toRecipientItem(recipient) })}`);
    conditions.push(
      `${path}.${expression.name('rank')} = ${expression.value({ N: String(rankOf(seenState)) })}`,
    );
    if (seenAt !== null) {
      conditions.push(`${path}.${expression.name('at')} = ${expression.text(seenAt)}`);
    }
  }
  if (changes.settles) {
    const path = expression.name('state');
    conditions.push(`${path} = ${expression.text(state)}`);
    sets.push(
      `${path} = ${expression.text('SENT')}`,
      `sesMessageId = ${expression.text(event.sesMessageId)}`,
      `settledAt = ${expression.text(settledAt ?? event.at)}`,
    );
  }
  return new UpdateItemCommand({
    TableName,
    Key: messageItemKey(accountId, messageId),
    UpdateExpression: `SET ${sets.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ...expression.attributes(),
  });
}
