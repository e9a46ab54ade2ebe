/** Steps between words. Of breaks in a row only the greatest is printed, if words follow. The numbers are stored. */
export const layout = {
  /** A space before the next words. */
  space: 0,
  /** The next words begin a line. */
  line: 1,
  /** The next words come after a blank line. */
  blank: 2,
  /** Adds one line break, up to a blank line. */
  break: 3,
  row: 4,
  cell: 5,
  rowEnd: 6,
  bullets: 7,
  listEnd: 8,
  item: 9,
  itemEnd: 10,
  quote: 11,
  quoteEnd: 12,
  link: 13,
  /** The words from here to `linkEnd` are the link's address. */
  address: 14,
  linkEnd: 15,
  /** From here on, line breaks in values become spaces (`foldLines`) or are kept (`keepLines`). */
  foldLines: 16,
  keepLines: 17,
  /** From here to `insetEnd` is the derived text of a partial, in a text that its author wrote. */
  inset: 18,
  insetEnd: 19,
} as const;
