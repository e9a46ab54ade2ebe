import { type DayCounts, statesIn } from '../../../message/day-counts.ts';
import { type DayGroups, largestOf } from '../../../message/day-groups.ts';
import { messageStateOf } from '../../../message/message-states.ts';
import { type Item, map, number, optionalText, text, textItem } from '../attributes.ts';
import { putItem, queryAll, type Table } from '../dynamodb.ts';
import { type CountPlace, dayMs } from './count-day.ts';

interface KeptCount {
  counts: DayCounts;
  /** The largest groups only. Undefined in a count that an earlier version of the service made. */
  groups: DayGroups | undefined;
  atMs: number;
}

export interface KeptDay {
  /** The day in UTC: `2026-11-23`. */
  date: string;
  /** The last complete count; null if there is none yet. */
  counted: KeptCount | null;
  /** An unfinished count, of more messages than one request reads. Absent if no count is under way. */
  begun?: (KeptCount & { next: CountPlace }) | undefined;
}

/** How long the counts of a day are kept, in days. */
export const keptDays = 400;

export const dayPrefix = 'D#';

/** The kept days of an account from one to another, both included, by their dates. */
export async function readDays(
  table: Table,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, KeptDay>> {
  const items = await queryAll(table, {
    KeyConditionExpression: 'accountId = :account AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':account': { S: accountId },
      ':from': { S: `${dayPrefix}${from}` },
      ':to': { S: `${dayPrefix}${to}` },
    },
  });
  return new Map(items.map(toDay).map((day) => [day.date, day]));
}

export async function keepDay(
  table: Table,
  accountId: string,
  { date, counted, begun }: KeptDay,
): Promise<void> {
  const expiresAt = Math.floor((Date.parse(date) + keptDays * dayMs) / 1000);
  const item: Item = {
    ...textItem({ accountId, sk: `${dayPrefix}${date}` }),
    expiresAt: { N: String(expiresAt) },
  };
  if (counted) item.counted = { M: countedItem(counted) };
  if (begun) item.begun = { M: { ...countedItem(begun), ...placeItem(begun.next) } };
  await putItem(table, item);
}

function countedItem({ counts, groups, atMs }: KeptCount): Item {
  return {
    states: {
      M: Object.fromEntries(statesIn(counts).map(([state, N]) => [state, { N: String(N) }])),
    },
    hardBounces: { N: String(counts.hardBounces) },
    atMs: { N: String(atMs) },
    ...(groups && { groups: { S: JSON.stringify([...largestOf(groups)]) } }),
  };
}

const placeItem = ({ part, after }: CountPlace): Item => ({
  part: { N: String(part) },
  ...(after !== undefined && { after: { S: after } }),
});

function toDay(item: Item): KeptDay {
  const date = text(item, 'sk').slice(dayPrefix.length);
  const begun = item.begun?.M;
  return {
    date,
    counted: item.counted?.M ? countedIn(item.counted.M) : null,
    ...(begun && { begun: { ...countedIn(begun), next: placeIn(begun) } }),
  };
}

function countedIn(item: Item): KeptCount {
  const states: DayCounts['states'] = {};
  for (const [name, { N }] of Object.entries(map(item, 'states'))) {
    const state = messageStateOf(name);
    if (state !== undefined) states[state] = Number(N);
  }
  const counts = { states, hardBounces: number(item, 'hardBounces') };
  const groups = optionalText(item, 'groups');
  return {
    counts,
    groups: groups === undefined ? undefined : new Map(JSON.parse(groups)),
    atMs: number(item, 'atMs'),
  };
}

const placeIn = (item: Item): CountPlace => ({
  part: number(item, 'part'),
  after: optionalText(item, 'after'),
});
