import { printTable } from '../../harness/print-table.ts';
import { median, spread } from '../../harness/statistics.ts';
import { barsOf, type Findings, goalText, judge, percent, ratiosOf } from '../findings.ts';
import { inWords, readUnits } from './count-calls.ts';
import type { Cost, GrowthResult } from './run.ts';

/** The most time at the largest size, in multiples of the time at the smallest size that fills the case's page or search. */
const goal = 1.2;

function growthReport(results: readonly GrowthResult[]) {
  return results.map(({ name, of, costs, base }) => {
    const bySize = <T>(figure: (cost: Cost) => T): Record<string, T> =>
      Object.fromEntries(costs.map((cost) => [`${cost.count} ${of}`, figure(cost)]));
    const smallest = costs.find(({ count }) => count === base);
    const ratios = ratiosOf(costs.at(-1)?.times ?? [], smallest?.times);
    return {
      name,
      /** Microseconds by size. */
      engines: bySize(({ times }) => median(times)),
      calls: bySize(({ calls }) => calls),
      /** The time at the largest size, divided by that at the base size; median of the rounds. */
      ratio: median(ratios),
      spread: spread(ratios),
      goal,
      holds: judge(ratios, (found) => found <= goal),
    };
  });
}

export function growthFindings(results: readonly GrowthResult[]): Findings {
  const cases = growthReport(results);
  const rows = cases.map(({ name, engines, calls, ratio, spread: apart, holds }) => {
    const column = (cell: (each: Cost['calls']) => string | number) =>
      Object.values(calls).map(cell).join('\n');
    return [
      name,
      Object.keys(engines).join('\n'),
      column(({ requests }) => inWords(requests)),
      column(({ answerBytes }) => answerBytes),
      column(({ scanned }) => scanned),
      column(readUnits),
      Object.values(engines).map(Math.round).join('\n'),
      ratio.toFixed(2),
      percent(apart),
      goalText(`≤ ${goal}`, holds),
    ];
  });
  const counts = ['requests', 'answers, bytes', 'scanned', 'RCU'];
  const head = ['', 'of', ...counts, 'µs', 'ratio', 'spread', 'goal'];
  const bars = cases.flatMap(({ name, engines }) => barsOf(name, engines));
  return {
    cases,
    text: `${printTable(head, rows)}\n`,
    picture: { title: 'Growth', axis: 'microseconds, by how much is stored', bars },
  };
}
