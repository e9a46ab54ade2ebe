import type {
  MessageCounts,
  Overview,
  Tally,
} from '../../../../../functions/manage/contracts/overview.ts';
import { type DayBar, weekDay } from '../../../parts/day-bars/days.ts';
import type { MessageState } from '../../../parts/message-states.ts';

interface MeasurePart {
  /** Follows the number in a sentence. */
  label: string;
  states: readonly MessageState[];
  color: string;
}

function part(label: string, color: string, ...states: MessageState[]): MeasurePart {
  return { label, states, color: `var(--state-${color})` };
}

const delivered = part('delivered', 'delivered', 'DELIVERED');
const onTheWay = part('on the way', 'sent', 'SENT', 'DELAYED');
const bounced = part('bounced', 'bounced', 'BOUNCED');
const complained = part('complained about', 'complained', 'COMPLAINED');
const rejected = part('rejected by SES', 'other', 'REJECTED');
const refused = part('refused', 'refused', 'REFUSED');

export interface Measure {
  id: 'sent' | 'delivered' | 'bounced' | 'complained' | 'refused';
  title: string;
  /** From the bottom of a bar to its top. */
  parts: readonly MeasurePart[];
  /** Limits a list of these messages. Default: none. */
  state?: MessageState;
}

const sentParts = [delivered, onTheWay, bounced, complained, rejected];
const sent: Measure = { id: 'sent', title: 'Sent', parts: sentParts };

// Each message counts once, in the state that lists show.
export const measures: readonly Measure[] = [
  sent,
  { id: 'delivered', title: 'Delivered', parts: [delivered], state: 'DELIVERED' },
  { id: 'bounced', title: 'Bounced', parts: [bounced], state: 'BOUNCED' },
  { id: 'complained', title: 'Complaints', parts: [complained], state: 'COMPLAINED' },
  { id: 'refused', title: 'Refused', parts: [refused], state: 'REFUSED' },
];

const countOf = ({ states }: MessageCounts, counted: readonly MessageState[]) =>
  counted.reduce((sum, state) => sum + (states[state] ?? 0), 0);

export const numberOf = ({ parts }: Measure, counts: MessageCounts): number =>
  parts.reduce((sum, { states }) => sum + countOf(counts, states), 0);

export function sumOf(days: Overview['days']): MessageCounts {
  const sum: MessageCounts = { states: {}, hardBounces: 0 };
  for (const { counts } of days) {
    for (const [state, count] of Object.entries(counts?.states ?? {})) {
      const key = state as MessageState;
      sum.states[key] = (sum.states[key] ?? 0) + count;
    }
    sum.hardBounces += counts?.hardBounces ?? 0;
  }
  return sum;
}

/** SES reviews an account at these: https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-messages.html */
const limits = { bounced: 0.05, complained: 0.001 } as const;

export interface Rate {
  share: number;
  /** SES reviews an account at this share; null if there is none. */
  limit: number | null;
}

/** Null if nothing was sent, or if the measure is not a part of the sent mails. */
export function rateOf(id: Measure['id'], counts: Tally): Rate | null {
  const { sent: all } = counts;
  if (all === 0) return null;
  switch (id) {
    case 'delivered':
      return { share: counts.delivered / all, limit: null };
    case 'bounced':
      return { share: counts.hard / all, limit: limits.bounced };
    case 'complained':
      return { share: counts.complained / all, limit: limits.complained };
    default:
      return null;
  }
}

export type Alarm = 'near' | 'over';

/** From half of SES's limit on a rate is near it. A single mail raises no alarm. */
export function alarmOf(id: Measure['id'], counts: Tally): Alarm | null {
  const { share, limit } = rateOf(id, counts) ?? { share: 0, limit: null };
  if (limit === null || counts[id] < 2 || share < limit / 2) return null;
  return share < limit ? 'near' : 'over';
}

export function tallyOf(counts: MessageCounts): Tally {
  const of = (id: Measure['id']) => {
    const measure = measures.find((each) => each.id === id);
    return measure ? numberOf(measure, counts) : 0;
  };
  const [bounces, complaints] = [of('bounced'), of('complained')];
  return {
    ...{ sent: of('sent'), delivered: of('delivered'), refused: of('refused') },
    ...{ bounced: bounces, hard: counts.hardBounces, complained: complaints },
  };
}

/** `+50%`; empty if there is nothing to compare with. */
export function changeWords(change: number | null): string {
  if (change === null) return '';
  if (change === 0) return '±0%';
  return `${change > 0 ? '+' : '−'}${percentWords(Math.abs(change))}`;
}

/** Relative: 0.5 is half as much again; null if there is nothing to compare with. */
export function changeOf(now: number, before: number | null): number | null {
  if (before === null) return null;
  if (before === 0) return now === 0 ? 0 : null;
  return (now - before) / before;
}

const percentOf = (maximumSignificantDigits: number) =>
  new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits });
const [rough, fine] = [percentOf(2), percentOf(3)];

/** `0.42%`, and never `100%` for a little less than all. */
export function percentWords(share: number): string {
  if (share > 0.9995 && share < 1) return '99.9%';
  return (share < 0.1 ? rough : fine).format(share);
}

/** What a tile says. It has a colour if the number is a share of a bar. */
export interface Words {
  text: string;
  color?: string;
}

export function wordsOf(measure: Measure, counts: MessageCounts | null): Words[] {
  if (counts === null) return [{ text: 'not counted' }];
  const { parts, title } = measure;
  const sum = `${numberOf(measure, counts).toLocaleString('en')} ${title.toLowerCase()}`;
  if (parts.length === 1) return [{ text: sum }];
  const shares = parts
    .map(({ states, ...part }) => ({ ...part, count: countOf(counts, states) }))
    .filter(({ count }) => count > 0)
    .map(({ label, color, count }) => ({ text: `${count.toLocaleString('en')} ${label}`, color }));
  return [{ text: sum }, ...shares];
}

/** What the line above the bars says of all days: the tile has their number. */
export function legendOf({ id, parts }: Measure, counts: Tally): Words[] {
  if (parts.length > 1) return parts.map(({ label, color }) => ({ text: label, color }));
  const rate = rateOf(id, counts);
  if (rate === null) return [];
  const { share, limit } = rate;
  const ofSent = `${percentWords(share)} of what was sent`;
  if (limit === null) return [{ text: ofSent }];
  return [{ text: `${ofSent}; SES looks closer at ${percentWords(limit)}` }];
}

export const dayPath = (measure: Measure, date: string): string =>
  messagesPath(measure, { since: `${date}T00:00:00.000Z`, until: `${date}T23:59:59.999Z` });

export function barsOf(measure: Measure, days: Overview['days']): DayBar[] {
  return days.map(({ date, counts }) => ({
    date,
    segments:
      counts &&
      measure.parts.map(({ label, states, color }) => ({
        key: label,
        color,
        count: countOf(counts, states),
      })),
    words: `${weekDay(date)}: ${wordsOf(measure, counts)
      .map(({ text }) => text)
      .join(', ')}`,
    to: dayPath(measure, date),
  }));
}

/** The messages of a measure, narrowed by these filters of their list. */
export function messagesPath(
  { state }: Pick<Measure, 'state'>,
  filters: Readonly<Record<string, string>>,
): string {
  return `/messages?${new URLSearchParams({ ...(state && { state }), ...filters })}`;
}
