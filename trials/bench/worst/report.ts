import Table from 'cli-table3';
import type { Bar } from '../picture.ts';
import { median, quietSpread, spread } from '../rounds.ts';
import type { WorstTimes } from './run.ts';

/** Milliseconds that no request may take but for DNS and SES, whatever is in it. */
const goalMs = 1000;

/** A case as `--json` prints it. */
export interface WorstReport {
  name: string;
  outcome: 'answered' | 'refused';
  /** Microseconds: the first time, and the median of the times after it. */
  engines: { first: number; later: number };
  /** How far the later times lie apart, as a share of their median. */
  spread: number;
  /** Microseconds. */
  goal: number;
  /** Null where the machine was too busy to tell. */
  holds: boolean | null;
}

export function worstReport(times: readonly WorstTimes[]): WorstReport[] {
  return times.map(({ name, isDone, first, later }) => {
    const apart = spread(later);
    const slowest = Math.max(first, median(later));
    return {
      name,
      outcome: isDone ? 'answered' : 'refused',
      engines: { first: first * 1000, later: median(later) * 1000 },
      spread: apart,
      goal: goalMs * 1000,
      // What is far below needs no quiet machine, and what failed on a busy one says nothing.
      holds: slowest <= goalMs ? true : apart > quietSpread ? null : false,
    };
  });
}

/** Milliseconds of the first time. */
export function worstBars(cases: readonly WorstReport[]): Bar[] {
  return cases.map(({ name: label, engines }) => {
    return { panel: 'first time', label, value: engines.first / 1000, isOwn: true };
  });
}

/** The table that a run prints. */
export function worstText(cases: readonly WorstReport[]): string {
  const table = new Table({
    head: ['the most that can be asked', '', 'first, ms', 'later, ms', `goal: ${goalMs}`],
    style: { head: [], border: [] },
  });
  for (const { name, outcome, engines, holds } of cases) {
    const [first, later] = [engines.first, engines.later].map((us) => (us / 1000).toFixed(1));
    const verdict = holds === null ? 'machine is busy: no verdict' : holds ? 'holds' : 'missed';
    table.push([name, outcome, first, later, verdict]);
  }
  return `${table.toString()}\n`;
}
