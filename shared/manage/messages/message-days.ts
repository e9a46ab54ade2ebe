import { readAccount } from '../../adapters/tables/accounts-table.ts';
import { countDay, dayMs, nothingCounted } from '../../adapters/tables/days/count-day.ts';
import { type KeptDay, keepDay, readDays } from '../../adapters/tables/days/days-table.ts';
import {
  type DayCounts,
  joined,
  noMessages,
  refusalKey,
  totalOf,
} from '../../message/day-counts.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';

export interface MessageDaysPorts extends Pick<ManagePorts, 'accounts' | 'messages' | 'now'> {
  retentionDays: number;
}

/** An account's live messages by the UTC day on which they were requested. */
export interface MessageDays {
  /** The oldest first. `counts` is null for a day not counted yet, or whose records have expired. */
  days: { date: string; counts: DayCounts | null }[];
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
      counts: date < created ? noMessages : (known(date).counted?.counts ?? null),
    })),
    isCounting: counted.some(({ begun }) => begun !== undefined),
  };
}

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
  if (counted === null || begun !== undefined) return true;
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
  const atMs = begun?.atMs ?? options.nowMs;
  const start = begun ?? nothingCounted;
  const { counts, next } = await countDay(messages, accountId, Date.parse(date), start, options);
  const day: KeptDay =
    next === null
      ? { date, counted: { counts: withRefused(counts, counted?.counts), atMs } }
      : { date, counted, begun: { counts, atMs, next } };
  if (next !== start.next) await keepDay(messages, accountId, day);
  return day;
}

/** Keeps the earlier number of refused requests: their records expire before others. */
function withRefused({ states, ...counts }: DayCounts, before: DayCounts = noMessages): DayCounts {
  const refused = Math.max(states.REFUSED ?? 0, before.states.REFUSED ?? 0);
  const refusals = joined(counts.refusals, before.refusals, Math.max);
  return { ...counts, states: { ...states, ...(refused > 0 && { REFUSED: refused }) }, refusals };
}

/** The requests for a template that the nodes of its flow refused, by node, on the days that are counted. */
export function refusalsOf(
  days: MessageDays['days'],
  templateId: string,
): { node: string; requests: number }[] {
  const add = (one: number, other: number) => one + other;
  const all = days.map(({ counts }) => counts?.refusals);
  const sum = all.reduce((one, other) => joined(one, other, add), undefined);
  const begin = refusalKey(templateId, '');
  return Object.entries(sum ?? {})
    .filter(([key]) => key.startsWith(begin))
    .map(([key, requests]) => ({ node: key.slice(begin.length), requests }));
}
