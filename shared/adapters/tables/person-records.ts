import { isDeepStrictEqual } from 'node:util';
import type { MessageRecord } from '../../message/message.ts';
import { mayHave } from '../../message/search-terms.ts';
import {
  forgottenRecord,
  forgottenReport,
  isAbout,
  type Person,
} from '../../people/forgotten-record.ts';
import { bytes, type Item, text, textItem } from './attributes.ts';
import {
  deleteItem,
  getItem,
  itemsOf,
  queryPage,
  type Table,
  unlessRefused,
  updateItem,
} from './dynamodb.ts';
import { Expression, updateText } from './expression.ts';
import {
  messageItemKey,
  messageKey,
  messagePlaceOf,
  toMessage,
  toMessageItem,
} from './message-item.ts';
import { putReport, queryReports } from './messages-table-reports.ts';
import { blockPrefix } from './search-blocks.ts';

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
const rewritten = [...texts, 'answer', 'trace', 'attachments', 'events'];

/** How often it tries while reports and the end of a send change the same record. */
const maxTries = 20;

/** Forgets a person in a record, and in its reports that are items of their own. A repeat changes nothing more. */
export async function forgetInRecord(
  messages: Table,
  message: MessageRecord,
  person: Person,
): Promise<void> {
  const Key = messageItemKey(message.accountId, message.messageId);
  for (let tries = 0; ; tries++) {
    const item = await getItem(messages, Key);
    if (!item) return;
    const record = toMessage(item);
    if (record.forgotten?.includes(person.id) && !isAbout(record, person)) break;
    if (tries === maxTries) throw new Error('The record of a message changed during every try');
    const change = changeTo(item, toMessageItem(forgottenRecord(record, person)));
    if (await unlessRefused(updateItem(messages, Key, change))) break;
  }
  for (const event of await queryReports(messages, message)) {
    const rest = forgottenReport(event, person);
    if (!isDeepStrictEqual(rest, event)) await putReport(messages, message, rest);
  }
}

/** The update to another item, on condition that everything that it may change is as it was read. */
function changeTo(from: Item, to: Item) {
  const expression = new Expression();
  const sets: string[] = [];
  const removes: string[] = [];
  const conditions = ['attribute_exists(sk)'];
  for (const name of [...rewritten, 'forgotten']) {
    const path = expression.name(name);
    const [before, after] = [from[name], to[name]];
    // Maps and lists only grow, but for a forgetting. Not every local DynamoDB compares them.
    const members = before?.M ? Object.keys(before.M) : before?.L;
    if (!before) conditions.push(`attribute_not_exists(${path})`);
    else if (members) {
      conditions.push(`size(${path}) = ${expression.value({ N: String(members.length) })}`);
    } else conditions.push(`${path} = ${expression.value(before)}`);
    if (after && JSON.stringify(after) !== JSON.stringify(before)) {
      sets.push(`${path} = ${expression.value(after)}`);
    }
    if (before && !after) removes.push(path);
  }
  return {
    UpdateExpression: updateText(sets, removes),
    ConditionExpression: conditions.join(' AND '),
    ...expression.attributes(),
  };
}

/** Removes the noted blocks of searches that say where the address is. A later search notes them again, without it. */
export async function removeBlocksWith(
  messages: Table,
  accountId: string,
  term: string,
): Promise<void> {
  for (const item of await itemsOf(messages, accountId, blockPrefix)) {
    if (!mayHave(bytes(item, 'filter'), accountId, term)) continue;
    await deleteItem(messages, textItem({ accountId, sk: text(item, 'sk') }));
  }
}
