import { styleText } from 'node:util';
import CliTable from 'cli-table3';
import { columnWidths, gap } from './column-widths.ts';

/** What a command answers: the document for `--json`, and the same for people to read. */
export interface Result {
  json: object;
  /** Empty: nothing is printed for people. */
  text: string;
  /** What people should know besides; it goes to stderr, where no other program reads it. */
  note?: string | undefined;
  /** 1 where the answer itself is bad news, as a check's may be. Default: 0. */
  exitCode?: 0 | 1;
}

/**
 * Rows under their headings, without lines, in columns as wide as they must be. At a terminal that is
 * narrower, long cells go on below, and where even that is too wide each row is a block of its own.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  available = terminalWidth(),
): string {
  const cells = rows.map((row) => row.map(oneLine));
  const widths = columnWidths([headings, ...cells], available);
  if (widths === null) return blocks(headings, cells);
  const whole = columnWidths([headings, ...cells], Number.POSITIVE_INFINITY);
  const isCut = widths.some((width, at) => width !== whole?.[at]);
  const grid = new CliTable({
    head: headings.map((heading) => styleText('bold', heading)),
    chars: noBorders,
    // Wrapping would take the spaces that a cell begins with.
    ...(isCut && { colWidths: widths.map((width) => width + gap), wordWrap: true }),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
  });
  grid.push(...cells);
  return withoutTrailingSpace(grid.toString());
}

/** A pipe takes lines of any length, as does a terminal that does not know its width. */
function terminalWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

function blocks(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return headings.map((heading) => styleText('bold', heading)).join(' ');
  return rows
    .map((row) => headings.map((heading, at) => [heading, row[at] ?? ''] as const))
    .map((pairs) => fields(pairs.filter(([, value]) => value !== '')))
    .join('\n\n');
}

/** Names and their values, one under the other. */
export function fields(pairs: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(value)}`).join('\n');
}

type Cell = string | number | undefined;

/** A value on one line, without the control characters that could steer a terminal. */
export function oneLine(value: Cell): string {
  return String(value ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

const withoutTrailingSpace = (text: string) => text.replace(/[^\S\n]+$/gm, '');

const noBorders = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ...['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((name) => [name, '']),
);
