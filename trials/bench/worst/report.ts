import { printTable } from '../../harness/print-table.ts';
import { median, spread } from '../../harness/statistics.ts';
import { barsOf, type Findings, goalText, quietSpread } from '../findings.ts';
import type { WorstTimes } from './run.ts';

/** The most milliseconds that any request may take, without DNS and SES. */
const goalMs = 1000;

export function worstReport(times: readonly WorstTimes[]) {
  return times.map(({ name, isDone, first, later }) => {
    const apart = spread(later);
    const slowest = Math.max(first, median(later));
    return {
      name,
      outcome: isDone ? 'answered' : 'refused',
      /** Microseconds: the first time, and the median of the later times. */
      engines: { first: first * 1000, later: median(later) * 1000 },
      /** Of the later times. */
      spread: apart,
      /** Microseconds. */
      goal: goalMs * 1000,
      // A time within the goal needs no quiet machine; a time beyond it on a busy machine proves nothing.
      holds: slowest <= goalMs ? true : apart > quietSpread ? null : false,
    };
  });
}

export function worstFindings(times: readonly WorstTimes[]): Findings {
  const cases = worstReport(times);
  const rows = cases.map(({ name, outcome, engines, holds }) => {
    const [first = '', later = ''] = [engines.first, engines.later].map((us) =>
      (us / 1000).toFixed(1),
    );
    return [name, outcome, first, later, goalText(`≤ ${goalMs}`, holds)];
  });
  const firsts = cases.map(({ name, engines }) => [name, engines.first / 1000] as const);
  const head = ['the most expensive requests', '', 'first, ms', 'later, ms', 'goal, ms'];
  return {
    cases,
    text: `${printTable(head, rows)}\n`,
    picture: {
      title: 'The most expensive requests',
      axis: 'milliseconds of the first time',
      bars: barsOf('first time', Object.fromEntries(firsts)),
    },
  };
}
