/** Between two columns. */
export const gap = 2;

/** A column but the first is not narrower than this, or than its longest word. */
const leastWidth = 10;

/**
 * How wide the columns of a table are, so that it fits: the widest give way first, down to their longest
 * word, and the first never does, since it has what is copied. Null where that is not enough.
 */
export function columnWidths(
  rows: readonly (readonly string[])[],
  available: number,
): number[] | null {
  const count = Math.max(...rows.map((row) => row.length));
  const cellsOf = (at: number) => rows.map((row) => row[at] ?? '');
  const widths = Array.from({ length: count }, (_, at) => longest(cellsOf(at)));
  const least = widths.map((width, at) => (at === 0 ? width : leastOf(cellsOf(at), width)));
  const space = available - gap * (count - 1);
  if (sum(least) > space) return null;
  while (sum(widths) > space) {
    const spare = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** How many columns of a terminal a text takes: a character of East Asia, or an emoji, takes two. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (isWide.test(character) ? 2 : 1), 0);
}

const isWide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

const leastOf = (cells: readonly string[], width: number) =>
  Math.min(width, leastWidth, longest(cells.flatMap((cell) => cell.split(' '))));

const longest = (texts: readonly string[]) => Math.max(...texts.map(textWidth));

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
