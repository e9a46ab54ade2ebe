import { encodeTime } from 'ulid';
import { countsOf, type DayCounts, noMessages, sumOf } from '../../../message/day-counts.ts';
import {
  addGroups,
  type DayGroups,
  type GroupedMessage,
  groupsOf,
} from '../../../message/day-groups.ts';
import { dashboardKeyId } from '../../../message/message.ts';
import { type Item, text, textItem } from '../attributes.ts';
import { queryPage, type Table } from '../dynamodb.ts';
import { Expression } from '../expression.ts';
import {
  messageIdOf,
  messageKey,
  messagePartitions,
  NewerMessage,
  readStateFields,
  stateAttributes,
} from '../message-item.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** A part of an account's messages, and the last message in it that was counted. */
export interface CountPlace {
  part: number;
  /** Absent if no message of this part was counted. */
  after?: string | undefined;
}

/** A count that may not include the whole day yet. */
export interface PartialCount {
  counts: DayCounts;
  groups: DayGroups;
  /** The position to continue from; null if the whole day is counted. */
  next: CountPlace | null;
}

/** The beginning of every count. */
export const nothingCounted: PartialCount = {
  counts: noMessages,
  groups: new Map(),
  next: { part: 0 },
};

export interface CountOptions {
  parts: number;
  /** The time of the states that are counted, in milliseconds. */
  nowMs: number;
  /** Whether one more Query may be made. It is asked before each. */
  mayRead: () => boolean;
}

/**
 * Goes on counting an account's live messages of a day in UTC, without the dashboard's test mails. Eventually consistent,
 * which costs half.
 */
export async function countDay(
  table: Table,
  accountId: string,
  fromMs: number,
  begun: PartialCount,
  { parts, nowMs, mayRead }: CountOptions,
): Promise<PartialCount> {
  const partitions = messagePartitions(accountId, parts);
  let { counts, next } = begun;
  const groups = new Map(begun.groups);
  while (next !== null && mayRead()) {
    const partition = partitions[next.part];
    if (partition === undefined) return { counts, groups, next: null };
    const { items, last } = await readPage(table, partition, fromMs, next.after);
    for (const message of items.flatMap(readable)) {
      counts = sumOf(counts, countsOf(message, nowMs));
      addGroups(groups, groupsOf(message, nowMs));
    }
    next = last === undefined ? partAfter(next.part, parts) : { part: next.part, after: last };
  }
  return { counts, groups, next };
}

const partAfter = (part: number, parts: number): CountPlace | null =>
  part + 1 < parts ? { part: part + 1 } : null;

/** The message in an item; none for a test mail of the dashboard, or if only a newer version of the service can read it. */
function readable(item: Item): GroupedMessage[] {
  if (text(item, 'keyId') === dashboardKeyId) return [];
  try {
    const about = { templateId: text(item, 'templateId'), keyId: text(item, 'keyId') };
    const trace = JSON.parse(text(item, 'trace'));
    return [{ ...readStateFields(item), ...about, trace, messageId: messageIdOf(item) }];
  } catch (error) {
    if (error instanceof NewerMessage) return [];
    throw error;
  }
}

const startAfter = (partition: string, after: string | undefined): Item | undefined =>
  after === undefined ? undefined : textItem({ accountId: partition, sk: messageKey(after) });

/** The next messages of a part, oldest first. `last`: the id to go on from; undefined at the end. */
async function readPage(
  table: Table,
  partition: string,
  fromMs: number,
  after: string | undefined,
): Promise<{ items: Item[]; last: string | undefined }> {
  const expression = new Expression();
  const [from, to] = [fromMs, fromMs + dayMs].map((ms) =>
    expression.text(messageKey(encodeTime(ms))),
  );
  const { Items = [], LastEvaluatedKey } = await queryPage(table, {
    KeyConditionExpression: `accountId = ${expression.text(partition)} AND sk BETWEEN ${from} AND ${to}`,
    ProjectionExpression: [...stateAttributes, 'sk', 'templateId', 'keyId', 'trace']
      .map((each) => expression.name(each))
      .join(', '),
    ...expression.attributes(),
    ExclusiveStartKey: startAfter(partition, after),
  });
  return { items: Items, last: LastEvaluatedKey && messageIdOf(LastEvaluatedKey) };
}
