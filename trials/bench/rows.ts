import { printTable } from '../harness/print-table.ts';
import { median, spread } from '../harness/statistics.ts';

/** The result of one measured case: a row of the printed table. */
export interface Row {
  name: string;
  /** The figures by the headings of their columns. */
  figures: Readonly<Record<string, string | number>>;
  /** The goal in words; undefined if the case has no goal. */
  goal?: string | undefined;
  /** Whether the case reaches its goal; null if it has no goal, or if the machine was too busy for a verdict. */
  holds: boolean | null;
}

/** The greatest spread of rounds that get a verdict. Beyond it, the machine was busy with something else. */
const quietSpread = 0.2;

/** One ratio for each round, so that both of its values were measured under the same load. */
export function ratiosOf(own: readonly number[], other: readonly number[]): number[] {
  return own.map((value, round) => value / (other[round] ?? Number.NaN));
}

/**
 * Compares the median of ratios with a goal. There is no verdict if the ratios lie too far apart, unless the median is half
 * of the goal or less.
 */
export function judge(
  ratios: readonly number[],
  atMost: number,
  unit = 'x',
): Pick<Row, 'goal' | 'holds'> {
  const found = median(ratios);
  const isClear = spread(ratios) <= quietSpread || found <= atMost / 2;
  return { goal: `≤ ${shown(atMost)} ${unit}`, holds: isClear ? found <= atMost : null };
}

/** A share from 0 to 1 as a percentage. */
export const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Rows as a table. A column has a cell for each row that has its figure. */
export function printRows(rows: readonly Row[]): string {
  const heads = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cells = rows.map(({ name, figures, goal, holds }) => [
    name,
    ...heads.map((head) => shown(figures[head] ?? '')),
    goal === undefined ? '' : verdictOf(goal, holds),
  ]);
  return `${printTable(['', ...heads, 'goal'], cells)}\n`;
}

function verdictOf(goal: string, holds: boolean | null): string {
  if (holds === null) return `${goal}: machine is busy, no verdict`;
  return holds ? goal : `missed: ${goal}`;
}

/** A number with at most three significant digits after the point. */
function shown(figure: string | number): string {
  if (typeof figure === 'string') return figure;
  return Math.abs(figure) >= 100 ? String(Math.round(figure)) : String(+figure.toPrecision(3));
}
