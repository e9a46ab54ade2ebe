import { dayMs } from '../../adapters/tables/days/count-day.ts';
import { sumOfTallies, type Tally, tallied } from '../../message/day-groups.ts';
import type { CountedDay } from './message-days.ts';

export type Measured = Exclude<(typeof tallied)[number], 'hard'>;

/** One group of a range of days: a template, a domain, a key or a door. */
export interface GroupRow {
  id: string;
  tally: Tally;
  /** Of the range before; null if a day of it has no groups. */
  before: Tally | null;
  /** The number of what was asked for on each day, the oldest first. */
  days: number[];
}

/** The groups of a kind with the most of `of` in the second half of the days, compared with the first half. */
export function breakdown(
  days: readonly CountedDay[],
  {
    kind,
    of,
    limit,
  }: { kind: 'template' | 'domain' | 'key' | 'door'; of: Measured; limit: number },
): GroupRow[] {
  const [before, now] = [days.slice(0, days.length / 2), days.slice(days.length / 2)];
  const at = tallied.indexOf(of);
  const sums = sumsOf(now, kind);
  const earlier = before.every(({ groups }) => groups) ? sumsOf(before, kind) : null;
  const found = [...sums].filter(([, tally]) => (tally[at] ?? 0) > 0);
  const most = found.sort(([, one], [, other]) => (other[at] ?? 0) - (one[at] ?? 0));
  return most.slice(0, limit).map(([key, tally]) => ({
    id: key.slice(kind.length + 1),
    tally,
    before: earlier && sumOfTallies(earlier.get(key), []),
    days: now.map(({ groups }) => groups?.get(key)?.[at] ?? 0),
  }));
}

/** The requests for a template that the nodes of its flow refused, by node, on the days that are counted. */
export function refusalsOf(
  days: readonly CountedDay[],
  templateId: string,
): { node: string; requests: number }[] {
  const at = tallied.indexOf('refused');
  const kind = `node/${templateId}`;
  const sums = [...sumsOf(days, kind)];
  return sums.map(([key, tally]) => ({
    node: key.slice(kind.length + 1),
    requests: tally[at] ?? 0,
  }));
}

/** What each template sent on the days that are counted, by its id. */
export function talliesOfTemplates(days: readonly CountedDay[]): Map<string, Tally> {
  const sums = [...sumsOf(days, 'template')];
  return new Map(sums.map(([key, tally]) => [key.slice('template/'.length), tally]));
}

function sumsOf(days: readonly CountedDay[], kind: string): Map<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const [key, tally] of days.flatMap(({ groups }) => [...(groups ?? [])])) {
    if (key.startsWith(`${kind}/`)) sums.set(key, sumOfTallies(sums.get(key), tally));
  }
  return sums;
}

export interface RecentParts {
  /** ISO 8601: a full hour, 24 to 25 hours ago. */
  since: string;
  tally: Tally;
  /** The template and the domain of most bounced and of most complained messages; null if there are none. */
  largest: Record<'bounced' | 'complained', RecentPart | null>;
}

interface RecentPart {
  templateId: string;
  domain: string;
  count: number;
}

/** The last 24 hours, of the last two days; null if one is not counted. */
export function recentParts(days: readonly CountedDay[], nowMs: number): RecentParts | null {
  const sinceMs = Math.floor((nowMs - dayMs) / hourMs) * hourMs;
  let tally: Tally = tallied.map(() => 0);
  const parts = new Map<string, Tally>();
  for (const { date, groups } of days.slice(-2)) {
    if (groups === null) return null;
    for (const [key, counted] of groups) {
      const [kind, hour, ...part] = key.split('/');
      if (kind !== 'hour' && kind !== 'part') continue;
      if (Date.parse(date) + Number(hour) * hourMs < sinceMs) continue;
      if (kind === 'hour') tally = sumOfTallies(tally, counted);
      else parts.set(part.join('/'), sumOfTallies(parts.get(part.join('/')), counted));
    }
  }
  const largestOf = (of: Measured): RecentPart | null => {
    const at = tallied.indexOf(of);
    const counts = [...parts].map(([name, part]) => ({ name, count: part[at] ?? 0 }));
    const { name, count } = counts.reduce((most, each) => (each.count > most.count ? each : most), {
      name: '',
      count: 0,
    });
    const [templateId = '', domain = ''] = name.split('/');
    return count === 0 ? null : { templateId, domain, count };
  };
  const largest = { bounced: largestOf('bounced'), complained: largestOf('complained') };
  return { since: new Date(sinceMs).toISOString(), tally, largest };
}

const hourMs = 60 * 60 * 1000;
