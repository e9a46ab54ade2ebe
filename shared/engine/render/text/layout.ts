/**
 * How words are arranged in a plain text, as what happens between them. A break counts only once
 * there are words after it, and of several the greatest does; so a step that prints nothing leaves
 * no gap behind. The numbers are stored with templates.
 */
export const layout = {
  /** The next words stand apart. */
  space: 0,
  /** The next words begin a line. */
  line: 1,
  /** The next words stand below a blank line. */
  blank: 2,
  /** One line break more, at most a blank line. */
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
  /** From here to the link's end its address follows. */
  address: 14,
  linkEnd: 15,
  /** From here on a value's line breaks are spaces, or are kept again. */
  foldLines: 16,
  keepLines: 17,
} as const;
