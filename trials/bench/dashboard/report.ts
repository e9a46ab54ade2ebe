import Table from 'cli-table3';
import type { Bar } from '../picture.ts';
import { median, quietSpread, spread } from '../rounds.ts';
import { judgedKilobytes, type KeyCosts } from './run.ts';

/** A case as `--json` prints it. */
export interface KeyCaseReport {
  name: string;
  /** Microseconds by size: the median of the rounds. */
  engines: Record<string, number>;
  /** The distance of the quartiles of the judged size's rounds, as a share of their median. */
  spread: number;
  /** Microseconds, for the judged size. */
  goal: number;
  /** Null where the machine was too busy to tell. */
  holds: boolean | null;
}

/** What a writer feels as "at once" (two frames), and as "it follows me". */
const goals = { frames: 32, previews: 250 };

const names = { frames: 'a key to the next frame', previews: 'a key to its preview' };

export function dashboardReport(costs: readonly KeyCosts[]): KeyCaseReport[] {
  return (['frames', 'previews'] as const).map((what) => {
    const judged = costs.find(({ kilobytes }) => kilobytes === judgedKilobytes)?.[what] ?? [];
    const apart = spread(judged);
    return {
      name: names[what],
      engines: Object.fromEntries(
        costs.map((cost) => [`${cost.kilobytes} KB`, median(cost[what]) * 1000]),
      ),
      spread: apart,
      goal: goals[what] * 1000,
      holds: apart > quietSpread ? null : median(judged) <= goals[what],
    };
  });
}

/** Milliseconds by size. */
export function dashboardBars(cases: readonly KeyCaseReport[]): Bar[] {
  return cases.flatMap(({ name: panel, engines }) =>
    Object.entries(engines).map(([label, us]) => {
      return { panel, label, value: us / 1000, isOwn: true };
    }),
  );
}

/** The table that a run prints. */
export function dashboardText(cases: readonly KeyCaseReport[]): string {
  const table = new Table({
    head: ['', 'template', 'ms', 'spread', `goal, ${judgedKilobytes} KB`],
    style: { head: [], border: [] },
  });
  for (const { name, engines, spread: apart, goal, holds } of cases) {
    table.push([
      name,
      Object.keys(engines).join('\n'),
      Object.values(engines)
        .map((time) => (time / 1000).toFixed(1))
        .join('\n'),
      `${Math.round(apart * 100)} %`,
      verdict(holds, goal / 1000),
    ]);
  }
  return `${table.toString()}\n`;
}

function verdict(holds: boolean | null, goalMs: number): string {
  if (holds === null) return 'machine is busy: no verdict';
  return holds ? `≤ ${goalMs} ms` : `missed: over ${goalMs} ms`;
}
