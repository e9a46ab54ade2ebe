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
  /** From the bottom up; null: the numbers of the day are not known. */
  segments: readonly Segment[] | null;
  /** What the bar says, for those who cannot see it. */
  words: string;
  /** The page about this day. Default: none. */
  to?: string | undefined;
}
