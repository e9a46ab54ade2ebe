import { isDeepStrictEqual } from 'node:util';
import type { MessageRecord } from '../../message/message.ts';
import {
  forgottenRecord,
  forgottenReport,
  isTheirs,
  type Person,
} from '../../people/forgotten-record.ts';
import { type Item, map, text, textItem } from './attributes.ts';
import { getItem, queryPage, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression, updateText } from './expression.ts';
import { messageItemKey, toMessage, toMessageItem } from './message-item.ts';
import { putReport, queryReports } from './messages-table-reports.ts';

/** A page of a partition, or of its items with a prefix, strongly consistent. `next`: its last key; null at the end. */
export async function readPage(
  table: Table,
  accountId: string,
  prefix: string | null,
  { after, limit }: { after?: string | undefined; limit?: number | undefined },
): Promise<{ items: Item[]; next: string | null }> {
  const { Items = [], LastEvaluatedKey } = await queryPage(table, {
    KeyConditionExpression: `accountId = :account${prefix ? ' AND begins_with(sk, :prefix)' : ''}`,
    ExpressionAttributeValues: {
      ...{ ':account': { S: accountId }, ...(prefix && { ':prefix': { S: prefix } }) },
    },
    ConsistentRead: true,
    ExclusiveStartKey: after === undefined ? undefined : textItem({ accountId, sk: after }),
    Limit: limit,
  });
  return { items: Items, next: LastEvaluatedKey ? text(LastEvaluatedKey, 'sk') : null };
}

/** What forgetting may change in a record. */
const texts = ['recipients', 'redirectedTo', 'leftOut', 'subject', 'reference', 'error', 'field'];
const rewritten = [...texts, 'answer', 'trace', 'attachments', 'events', 'forgotten'];

/** Forgets a person in a record, and in its reports that are items of their own. A repeat changes nothing more. */
export async function forgetInRecord(
  messages: Table,
  message: MessageRecord,
  person: Person,
): Promise<void> {
  const Key = messageItemKey(message.accountId, message.messageId);
  for (;;) {
    const item = await getItem(messages, Key);
    if (!item) return;
    const record = toMessage(item);
    if (record.forgotten?.includes(person.id) && !isTheirs(record, person)) break;
    const change = changeTo(item, toMessageItem(forgottenRecord(record, person)));
    if (await unlessRefused(updateItem(messages, Key, change))) break;
  }
  for (const event of await queryReports(messages, message)) {
    const rest = forgottenReport(event, person);
    if (!isDeepStrictEqual(rest, event)) await putReport(messages, message, rest);
  }
}

/** The update to another item, on condition that no report, end of a send or other forgetting changed it meanwhile. */
function changeTo(from: Item, to: Item) {
  const expression = new Expression();
  const sets: string[] = [];
  const removes: string[] = [];
  for (const name of rewritten) {
    if (isDeepStrictEqual(from[name], to[name])) continue;
    const path = expression.name(name);
    if (to[name]) sets.push(`${path} = ${expression.value(to[name])}`);
    else removes.push(path);
  }
  const reports = expression.value({ N: `${Object.keys(map(from, 'events')).length}` });
  return {
    UpdateExpression: updateText(sets, removes),
    ConditionExpression: [
      `${expression.name('state')} = ${expression.text(text(from, 'state'))}`,
      `size(events) = ${reports}`,
      from.forgotten
        ? `forgotten = ${expression.value(from.forgotten)}`
        : 'attribute_not_exists(forgotten)',
    ].join(' AND '),
    ...expression.attributes(),
  };
}
