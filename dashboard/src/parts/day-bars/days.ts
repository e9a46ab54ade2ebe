import { nice, ticks } from 'd3-array';

/** Begins at 0, with lines at whole numbers. */
interface Scale {
  top: number;
  /** Numbers with a line, the lowest first. */
  lines: number[];
}

export function scaleTo(highest: number): Scale {
  const [, top = 1] = nice(0, Math.max(1, highest), 3);
  return { top, lines: ticks(0, top, 3).filter(Number.isInteger) };
}

/** The days from one date below the bars to the next: three or four dates have room on a phone. */
export function dateStep(days: number): number {
  return Math.max(1, Math.ceil(days / 4));
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** `1,500`, `20K`. */
export function lineWords(number: number): string {
  return number < 10_000 ? number.toLocaleString('en') : compact.format(number);
}

export interface Segment {
  key: string;
  count: number;
  color: string;
}

export interface DayBar {
  /** In UTC: `2026-11-23`. */
  date: string;
  /** From the bottom up; null if the numbers of the day are not known. */
  segments: readonly Segment[] | null;
  /** For screen readers. */
  words: string;
  to: string;
}

// In UTC, whatever the reader's zone, so that all readers see the same days.
const wordsOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (date: string) => format.format(new Date(date));
};

/** `23 Nov`. */
export const shortDay = wordsOf({ day: 'numeric', month: 'short' });

/** `Mon 23 Nov`. */
export const weekDay = wordsOf({ weekday: 'short', day: 'numeric', month: 'short' });
