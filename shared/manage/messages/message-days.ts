import { readAccount } from '../../adapters/tables/accounts-table.ts';
import { countDay, dayMs, nothingCounted } from '../../adapters/tables/days/count-day.ts';
import { type KeptDay, keepDay, readDays } from '../../adapters/tables/days/days-table.ts';
import { type DayCounts, noMessages, totalOf } from '../../message/day-counts.ts';
import { type DayGroups, withEarlierRefused } from '../../message/day-groups.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';

export interface MessageDaysPorts extends Pick<ManagePorts, 'accounts' | 'messages' | 'now'> {
  retentionDays: number;
}

export interface CountedDay {
  date: string;
  counts: DayCounts | null;
  /** Null like `counts`, and if an earlier version of the service counted the day and its records have expired. */
  groups: DayGroups | null;
}

/** An account's live messages by the UTC day on which they were requested. */
export interface MessageDays {
  /** The oldest first. `counts` is null for a day not counted yet, or whose records have expired. */
  days: CountedDay[];
  /** Whether days are left to count: the next call continues. */
  isCounting: boolean;
}

/** How many Queries, of about a thousand messages each, one call makes to count. */
const maxReads = 100;

/**
 * Counts an account's messages by day, today last, in at most 100 Queries; `isCounting` says that days are left. Counts
 * are stored, and made again only if they may have changed (`isDue`). The days before the account's creation have no
 * messages.
 */
export async function messageDays(
  { accounts, messages, now, retentionDays }: MessageDaysPorts,
  accountId: string,
  count: number,
): Promise<MessageDays> {
  const nowMs = now().getTime();
  const dates = datesUntil(nowMs, count);
  const [account, kept] = await Promise.all([
    readAccount(accounts, accountId),
    readDays(messages, accountId, dates[0] ?? '', dates.at(-1) ?? ''),
  ]);
  const created = account?.createdAt.slice(0, 10) ?? '';
  let reads = 0;
  const options = {
    parts: account?.messageParts ?? 1,
    nowMs,
    mayRead: () => reads++ < maxReads,
  };
  const known = (date: string): KeptDay => kept.get(date) ?? { date, counted: null };
  const due = dates.filter((date) => date >= created && isDue(known(date), nowMs, retentionDays));
  // The newest days are counted first: they are the most looked at.
  const counted = await inParallel(due.toReversed(), (date) =>
    countOn(messages, accountId, known(date), options),
  );
  for (const day of counted) kept.set(day.date, day);
  return {
    days: dates.map((date) => ({
      date,
      ...(date < created ? empty : shownCount(known(date))),
    })),
    isCounting: counted.some(({ begun }) => begun !== undefined),
  };
}

const empty = { counts: noMessages, groups: new Map() };

const shownCount = ({ counted }: KeptDay) => ({
  counts: counted?.counts ?? null,
  groups: counted?.groups ?? null,
});

function datesUntil(nowMs: number, count: number): string[] {
  const ago = Array.from({ length: count }, (_, index) => count - 1 - index);
  return ago.map((days) => new Date(nowMs - days * dayMs).toISOString().slice(0, 10));
}

const secondMs = 1000;
const hourMs = 60 * 60 * secondMs;

/**
 * Whether reports may have changed a day's count. The older the day and the more messages it had, the longer its count
 * stays valid. Once records of the day may have expired, the last count is final.
 */
function isDue({ date, counted, begun }: KeptDay, nowMs: number, retentionDays: number): boolean {
  const startMs = Date.parse(date);
  if (startMs + retentionDays * dayMs <= nowMs) return false;
  if (!counted?.groups || begun !== undefined) return true;
  const age = counted.atMs - startMs - dayMs;
  const pauseMs = age < dayMs ? 15 * secondMs : age < 3 * dayMs ? hourMs : dayMs;
  return nowMs >= counted.atMs + Math.max(pauseMs, totalOf(counted.counts) * msPerMessage);
}

/** In milliseconds for each message: reading them again then costs at most $2 a month. */
const msPerMessage = 20;

/** Counts a day, or continues its count, and stores the result so far. */
async function countOn(
  messages: ManagePorts['messages'],
  accountId: string,
  { date, counted, begun }: KeptDay,
  options: Parameters<typeof countDay>[4],
): Promise<KeptDay> {
  const atMs = begun?.groups ? begun.atMs : options.nowMs;
  // A count that an earlier version began has no groups: it begins again.
  const start = begun?.groups ? { ...begun, groups: begun.groups } : nothingCounted;
  const { counts, groups, next } = await countDay(
    messages,
    accountId,
    Date.parse(date),
    start,
    options,
  );
  const day: KeptDay =
    next === null
      ? { date, counted: { ...withRefused({ counts, groups }, counted), atMs } }
      : { date, counted, begun: { counts, groups, atMs, next } };
  if (next !== start.next) await keepDay(messages, accountId, day);
  return day;
}

/** Keeps the earlier number of refused requests: their records expire before others. */
function withRefused(
  { counts: { states, ...counts }, groups }: { counts: DayCounts; groups: DayGroups },
  before: KeptDay['counted'],
) {
  const refused = Math.max(states.REFUSED ?? 0, before?.counts.states.REFUSED ?? 0);
  return {
    counts: { ...counts, states: { ...states, ...(refused > 0 && { REFUSED: refused }) } },
    groups: withEarlierRefused(groups, before?.groups ?? new Map()),
  };
}
