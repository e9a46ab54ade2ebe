import { styleText } from 'node:util';
import { terminalWidth } from './terminal.ts';
import { textWidth, wrapped } from './wrap-text.ts';

/** The result of a command: the document for `--json`, and the same as text for people. */
export interface Result {
  json: object;
  /** Empty: nothing is printed for people. */
  text: string;
  /** A note for people. It goes to stderr, so a program that reads stdout does not get it. */
  note?: string | undefined;
  /** 1 if the command worked but found something wrong, such as a broken check. Default: 0. */
  exitCode?: 0 | 1;
}

/** Rows under their headings. If the terminal is too narrow, each row becomes a block of names and values. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  available = terminalWidth(),
): string {
  const cells = rows.map((row) => row.map(oneLine));
  const widths = headings.map((heading, at) =>
    Math.max(...[heading, ...cells.map((row) => row[at] ?? '')].map(textWidth)),
  );
  const whole = widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
  if (whole > available) return blocks(headings, cells, available);
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - textWidth(cell)))
      .join(gap)
      .trimEnd();
  return [styleText('bold', line(headings)), ...cells.map(line)].join('\n');
}

const gap = '  ';

function blocks(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  available: number,
): string {
  if (rows.length === 0) return headings.map((heading) => styleText('bold', heading)).join(' ');
  return rows
    .map((row) => headings.map((heading, at) => [heading, row[at] ?? ''] as const))
    .map((pairs) =>
      fields(
        pairs.filter(([, value]) => value !== ''),
        available,
      ),
    )
    .join('\n\n');
}

/** Names and their values, one under the other. A value that is too long for the terminal wraps. */
export function fields(
  pairs: readonly (readonly [string, Cell])[],
  available = terminalWidth(),
): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs
    .map(([name, value]) => wrapped(`${name.padEnd(width)}  `, oneLine(value), available))
    .join('\n');
}

type Cell = string | number | undefined;

/** A value on one line, without the characters that could steer a terminal or change the direction of text. */
export function oneLine(value: Cell): string {
  return String(value ?? '').replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ');
}
