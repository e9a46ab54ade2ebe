import { type ReportedEvent, reportedBy } from '../../message/apply-event.ts';
import type { MessageRecord } from '../../message/message.ts';
import { rankOf } from '../../message/message-states.ts';
import { reportOfForgotten, standInFor } from '../../people/late-report.ts';
import { queryPage, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageItemKey, messagePlaceOf, reportedRank } from './message-item.ts';
import { readMessage } from './messages-table.ts';
import { keepReport, keepsReportsApart } from './messages-table-reports.ts';

/** The index of the messages that SES accepted, by SES's id. */
export const sesMessageIndex = 'bySesMessageId';

/** The result of an event. `message` is the record as it was before. */
export type Recorded =
  | {
      outcome: 'recorded' | 'known already';
      message: MessageRecord;
      standIn?: ((address: string) => string) | undefined;
    }
  | { outcome: 'no such message' };

/** Finds a message by SES's id, in the index, which may miss one that SES accepted within the last second. */
export async function findBySesMessageId(
  messages: Table,
  sesMessageId: string,
): Promise<{ accountId: string; messageId: string } | null> {
  const { Items = [] } = await queryPage(messages, {
    IndexName: sesMessageIndex,
    KeyConditionExpression: 'sesMessageId = :id',
    ExpressionAttributeValues: { ':id': { S: sesMessageId } },
    Limit: 1,
  });
  const [item] = Items;
  return item ? messagePlaceOf(item) : null;
}

/**
 * Records a report of SES: each once, in any order. The state only rises; a send that is not SENT yet becomes SENT. A
 * report does not bring back the address of a person who was forgotten: `personKeyOf` is called for such messages only.
 */
export async function recordEvent(
  messages: Table,
  accountId: string,
  messageId: string,
  reported: ReportedEvent,
  personKeyOf?: (accountId: string) => Promise<string | undefined>,
): Promise<Recorded> {
  // An eventually consistent read costs half, and the conditions of the writes catch what it has
  // missed.
  let message = await readMessage(messages, accountId, messageId, { mayBeLate: true });
  for (;;) {
    message ??= await readMessage(messages, accountId, messageId);
    if (message === null) return { outcome: 'no such message' };
    const standIn = message.forgotten && standInFor(message, await personKeyOf?.(accountId));
    const event = standIn ? reportOfForgotten(reported, standIn) : reported;
    const isNew = await keepReport(messages, message, event);
    if (!isNew && !keepsReportsApart(message)) {
      const there = await readMessage(messages, accountId, messageId);
      const isSame = `${there?.forgotten}` === `${message.forgotten}`;
      // A person was forgotten since the record was read.
      if (there && !isSame) {
        message = there;
        continue;
      }
    }
    // A known report raises the record, too: the function may have stopped between the two writes.
    await raiseMessage(messages, message, event);
    return { outcome: isNew ? 'recorded' : 'known already', message, standIn };
  }
}

/** How often it tries to raise a record, which has five states of delivery and three ends of sending. */
const maxTries = 9;

/** Raises the state in a record to the state that a report gives. */
async function raiseMessage(
  messages: Table,
  seen: MessageRecord,
  event: ReportedEvent,
): Promise<void> {
  const { accountId, messageId } = seen;
  let message: MessageRecord | null = seen;
  for (let tries = 0; tries < maxTries; tries++) {
    const raise = message && raiseOf(message, event);
    if (message === null || raise === null) return;
    const update = updateItem(messages, messageItemKey(accountId, messageId), raise);
    if (await unlessRefused(update)) return;
    message = await readMessage(messages, accountId, messageId);
  }
  throw new Error('The record of a message changed during every try to add a report');
}

/** The update, on condition that the record is as it was read; null if it has the report's state already. */
function raiseOf(message: MessageRecord, event: ReportedEvent) {
  const { state, settledAt } = message;
  const expression = new Expression();
  const sets: string[] = [];
  const conditions = ['attribute_exists(sk)'];
  const rank = rankOf(reportedBy(message, event));
  if (keepsReportsApart(message) && rank > rankOf(message.reported)) {
    const [path, value] = [expression.name(reportedRank), expression.value({ N: String(rank) })];
    sets.push(`${path} = ${value}`);
    conditions.push(`(attribute_not_exists(${path}) OR ${path} < ${value})`);
  }
  if (state !== 'SENT') {
    const path = expression.name('state');
    sets.push(
      `${path} = ${expression.text('SENT')}`,
      `sesMessageId = ${expression.text(event.sesMessageId)}`,
      `settledAt = ${expression.text(settledAt ?? event.at)}`,
    );
    conditions.push(`${path} = ${expression.text(state)}`);
  }
  if (sets.length === 0) return null;
  return {
    UpdateExpression: `SET ${sets.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ...expression.attributes(),
  };
}
