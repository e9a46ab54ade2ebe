import { styleText } from 'node:util';
import CliTable from 'cli-table3';

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

/** Rows under their headings, without lines, in columns as wide as they must be. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const grid = new CliTable({
    head: headings.map((heading) => styleText('bold', heading)),
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  grid.push(...rows.map((row) => row.map(oneLine)));
  return withoutTrailingSpace(grid.toString());
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
