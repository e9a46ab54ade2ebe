import { isDeepStrictEqual } from 'node:util';
import type { MessageRecord } from '../../message/message.ts';
import {
  forgottenRecord,
  forgottenReport,
  isAbout,
  type Person,
} from '../../people/forgotten-record.ts';
import { type Item, map, text } from './attributes.ts';
import { getItem, queryPage, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression, updateText } from './expression.ts';
import {
  messageItemKey,
  messageKey,
  messagePlaceOf,
  toMessage,
  toMessageItem,
} from './message-item.ts';
import { putReport, queryReports } from './messages-table-reports.ts';

export interface RecordRange {
  /** Only messages after this id. Default: from the oldest. */
  after?: string | undefined;
  /** Default: as many as there are in 1 MB. */
  limit?: number | undefined;
}

/** The messages of a partition, oldest first, strongly consistent. `next`: the last id; null at the end. */
export async function readRecords(
  messages: Table,
  partition: string,
  { after = '', limit }: RecordRange,
): Promise<{ records: MessageRecord[]; next: string | null }> {
  const { Items = [], LastEvaluatedKey } = await queryPage(messages, {
    KeyConditionExpression: 'accountId = :account AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':account': { S: partition },
      // The lowest key after that of the message.
      ':from': { S: (after && `${messageKey(after)} `) || messageKey('') },
      // `~` sorts after every digit of an id.
      ':to': { S: messageKey('~') },
    },
    ConsistentRead: true,
    Limit: limit,
  });
  const next = LastEvaluatedKey ? messagePlaceOf(LastEvaluatedKey).messageId : null;
  return { records: Items.map(toMessage), next };
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
    if (record.forgotten?.includes(person.id) && !isAbout(record, person)) break;
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
