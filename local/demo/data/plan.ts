import { Seeded } from './seeded.ts';
import { domains, firstNames, lastNames, suppressedByHand } from './shop.ts';
import { bouncing, idsOf, sends, type Topic, topics } from './shop-templates.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** How many days of mails the data have. */
export const demoDays = 60;

/** How the request for a mail ends: how many on the days before the last one, and on the last one. */
const ends = {
  hard: [15, 13],
  soft: [12, 10],
  complaint: [6, 0],
  delayed: [4, 2],
  rejected: [2, 0],
  failed: [4, 0],
  unknown: [2, 0],
  unreported: [0, 3],
  incomplete: [30, 4],
  unreachable: [20, 2],
  suppressed: [24, 3],
  captured: [150, 6],
  redirected: [12, 0],
  cancelled: [3, 0],
  scheduled: [0, 8],
  delivered: [2575, 90],
} as const;

export type End = keyof typeof ends;

/** A request for a mail, and how it ends. */
export interface Planned {
  atMs: number;
  end: End;
  templateId: string;
  to: string;
  name: string;
  language?: 'de' | 'pt' | undefined;
}

/** How often a topic's mails are sent, compared with the others. */
const shares: Readonly<Record<Topic, number>> = {
  ...{ orders: 9, account: 7, billing: 4, news: 4, support: 2, team: 2 },
};

/** How many bounces of the last day are of one template to one domain. */
const together = 14;

/** The requests of `days` days until `nowMs`, oldest first; the same at every call but for the time. */
export function planMails(nowMs: number, days: number): Planned[] {
  const random = new Seeded(33);
  const weighted = topics.flatMap((topic) => Array<Topic>(shares[topic]).fill(topic));
  const templateOf = (end: End): string => {
    if (end === 'incomplete' || end === 'unreachable') return among(random, idsOf('billing'));
    return among(random, idsOf(among(random, weighted)).filter(sends));
  };
  let bounces = 0;
  const planned = Object.entries(ends).flatMap(([name, [before, last]]) => {
    const end = name as End;
    return Array.from({ length: before + last }, (_, index): Planned => {
      const isLast = index >= before;
      const first = random.pick(firstNames);
      const bounced = isLast && (end === 'hard' || end === 'soft') && bounces++ < together;
      const address = `${first}.${random.pick(lastNames)}`;
      return {
        atMs: isLast ? lately(random, nowMs) : earlier(random, nowMs, days),
        end,
        templateId: bounced ? bouncing : templateOf(end),
        to: recipient(end, bounced, `${address}${end === 'delivered' ? '' : index}`, random),
        name: `${first.charAt(0).toUpperCase()}${first.slice(1)}`,
        language: ([undefined, undefined, undefined, 'de', 'pt'] as const)[random.below(5)],
      };
    });
  });
  return planned.sort((one, other) => one.atMs - other.atMs);
}

function recipient(end: End, bounced: boolean, local: string, random: Seeded): string {
  if (end === 'suppressed')
    return suppressedByHand[random.below(suppressedByHand.length)]?.[0] ?? '';
  if (end === 'unreachable') return `${local}@gmial.example`;
  return `${local}@${bounced ? 'bigcorp.example' : random.pick(domains)}`;
}

/** A time of the last day in UTC, which has begun more than an hour ago; else of the last 24 hours. */
function lately(random: Seeded, nowMs: number): number {
  const midnight = nowMs - (nowMs % dayMs);
  const start = nowMs - midnight > dayMs / 24 ? midnight : nowMs - dayMs;
  return Math.floor(start + random.next() * (nowMs - 3 * 60_000 - start));
}

/** A time of the days before: more often by day than at night, and less often on weekends. */
function earlier(random: Seeded, nowMs: number, days: number): number {
  const midnight = nowMs - (nowMs % dayMs);
  for (;;) {
    const hour = (random.next() + random.next()) / 2;
    const atMs = Math.floor(midnight - (1 + random.below(days - 1)) * dayMs + hour * dayMs);
    const weekday = new Date(atMs).getUTCDay();
    if ((weekday !== 0 && weekday !== 6) || random.next() < 0.4) return atMs;
  }
}

function among<T>(random: Seeded, list: readonly T[]): T {
  const [first, ...rest] = list;
  if (first === undefined) throw new Error('There is nothing to choose from');
  return random.pick([first, ...rest]);
}
