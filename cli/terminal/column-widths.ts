import { terminalWidth } from './terminal.ts';

/** The space between two columns. */
export const gap = 2;

/** Every column but the first keeps at least this width, or the width of its longest word if that is shorter. */
const leastWidth = 10;

/**
 * The widths of a table's columns so that the table fits. The widest columns shrink first, down to `leastWidth`
 * or their longest word. The first column never shrinks, since people copy from it. Null if the table cannot fit.
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

/** How many columns of a terminal a text needs: an East Asian character or an emoji needs two. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (isWide.test(character) ? 2 : 1), 0);
}

const isWide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

const leastOf = (cells: readonly string[], width: number) =>
  Math.min(width, leastWidth, longest(cells.flatMap((cell) => cell.split(' '))));

const longest = (texts: readonly string[]) => Math.max(...texts.map(textWidth));

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** With less room for a text, lines of one word would be harder to read than what the terminal does by itself. */
const leastSpace = 20;

/**
 * A text after its `opening`, such as a name. If the terminal is too narrow, the text wraps between two words, and
 * its next lines begin below its first. A word that is too long for a line stays whole, so that it can be copied.
 */
export function wrapped(opening: string, text: string, available = terminalWidth()): string {
  const indent = textWidth(opening);
  const space = available - indent;
  if (textWidth(text) <= space || space < leastSpace) return opening + text;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || textWidth(`${line} ${word}`) > space) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return opening + lines.join(`\n${' '.repeat(indent)}`);
}
