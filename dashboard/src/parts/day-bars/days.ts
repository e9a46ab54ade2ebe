import { nice, ticks } from 'd3-array';

/** The vertical axis of bars: it begins at 0, and its lines are at whole numbers. */
interface Scale {
  /** The number at the upper end. */
  top: number;
  /** The numbers with a line, the lowest first. */
  lines: number[];
}

/** The axis, with about four lines, for bars whose highest number is `highest`. */
export function scaleTo(highest: number): Scale {
  const [, top = 1] = nice(0, Math.max(1, highest), 3);
  return { top, lines: ticks(0, top, 3).filter(Number.isInteger) };
}

/** How many days lie between two dates under the bars: three or four dates have room on a phone. */
export function dateStep(days: number): number {
  return Math.max(1, Math.ceil(days / 4));
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number beside a line: `1,500`, `20K`. */
export function lineWords(number: number): string {
  return number < 10_000 ? number.toLocaleString('en') : compact.format(number);
}

/** A share of a bar, in a colour. */
export interface Segment {
  key: string;
  count: number;
  /** A CSS colour. */
  color: string;
}

/** The bar of one day. */
export interface DayBar {
  /** In UTC: `2026-11-23`. */
  date: string;
  /** From the bottom up; null if the numbers of the day are not known. */
  segments: readonly Segment[] | null;
  /** What the bar says, for those who cannot see it. */
  words: string;
  /** The page about this day. Default: none. */
  to?: string | undefined;
}

/** Days in UTC, whatever the reader's zone: `2026-11-23` is the same day for all who look at it. */
const wordsOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (date: string) => format.format(new Date(date));
};

/** A day under a bar: `23 Nov`. */
export const shortDay = wordsOf({ day: 'numeric', month: 'short' });

/** A day in a table or a sentence: `Mon 23 Nov`. */
export const weekDay = wordsOf({ weekday: 'short', day: 'numeric', month: 'short' });
