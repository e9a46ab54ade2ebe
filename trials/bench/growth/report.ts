import Table from 'cli-table3';
import type { Bar } from '../picture.ts';
import { median, quietSpread, spread } from '../rounds.ts';
import type { Cost, GrowthResult } from './run.ts';

/** How much more a case may take at the largest size than at the smallest that it reads in full. */
const goal = 1.2;

/** A case as `--json` prints it. */
export interface GrowthCaseReport {
  name: string;
  /** Microseconds by size. */
  engines: Record<string, number>;
  /** What passed on the wire, by size. */
  calls: Record<string, Cost['calls']>;
  /** The largest size against the smallest that the case reads in full; median of the rounds. */
  ratio: number;
  /** The distance of the ratios' quartiles, as a share of their median. */
  spread: number;
  goal: number;
  /** Null where the machine was too busy to tell. */
  holds: boolean | null;
}

export function growthReport(results: readonly GrowthResult[]): GrowthCaseReport[] {
  return results.map(({ name, of, costs, base }) => {
    const label = ({ count }: Cost) => `${count} ${of}`;
    const ratios = ratiosOf(costs, base);
    const [ratio, apart] = [median(ratios), spread(ratios)];
    return {
      name,
      engines: Object.fromEntries(costs.map((cost) => [label(cost), median(cost.times)])),
      calls: Object.fromEntries(costs.map((cost) => [label(cost), cost.calls])),
      ratio,
      spread: apart,
      goal,
      holds: apart > quietSpread ? null : ratio <= goal,
    };
  });
}

/** One for each round, so that both sides of it met the same machine. */
function ratiosOf(costs: readonly Cost[], base: number): number[] {
  const small = costs.find(({ count }) => count === base)?.times ?? [];
  const large = costs.at(-1)?.times ?? [];
  return large.map((time, round) => time / (small[round] ?? Number.NaN));
}

/** Microseconds by size. */
export function growthBars(cases: readonly GrowthCaseReport[]): Bar[] {
  return cases.flatMap(({ name: panel, engines }) =>
    Object.entries(engines).map(([label, value]) => ({ panel, label, value, isOwn: true })),
  );
}

/** The table that a run prints. */
export function growthText(cases: readonly GrowthCaseReport[]): string {
  const table = new Table({
    head: [
      '',
      'of',
      'requests',
      'answers, bytes',
      'looked at',
      'RCU',
      'µs',
      'ratio',
      'spread',
      'goal',
    ],
    style: { head: [], border: [] },
  });
  for (const { name, engines, calls, ratio, spread: apart, holds } of cases) {
    const counted = Object.values(calls);
    table.push([
      name,
      Object.keys(engines).join('\n'),
      counted.map(({ requests }) => inWords(requests)).join('\n'),
      counted.map(({ answerBytes }) => answerBytes).join('\n'),
      counted.map(({ scanned }) => scanned).join('\n'),
      counted.map(({ consumed }) => readsOf(consumed)).join('\n'),
      Object.values(engines).map(Math.round).join('\n'),
      ratio.toFixed(2),
      `${Math.round(apart * 100)} %`,
      verdict(holds),
    ]);
  }
  return `${table.toString()}\n`;
}

/** `2 GetItem, 1 Query`. */
export function inWords(requests: Cost['calls']['requests']): string {
  return Object.entries(requests)
    .map(([operation, times]) => `${times} ${operation}`)
    .join(', ');
}

/** No case writes. */
function readsOf(consumed: Cost['calls']['consumed']): number {
  return Object.values(consumed).reduce((sum, { reads }) => sum + reads, 0);
}

function verdict(holds: boolean | null): string {
  if (holds === null) return 'machine is busy: no verdict';
  return holds ? `≤ ${goal}` : `missed: over ${goal}`;
}
