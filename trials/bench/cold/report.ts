import Table from 'cli-table3';
import type { Bar } from '../picture.ts';
import { median, quietSpread, spread } from '../rounds.ts';
import type { Subject } from './bundles.ts';
import type { ColdStart } from './run.ts';

/** What loading may take of the bare client's load; verify has no client, so a limit of its own. */
const loadGoals: Partial<Record<Subject, number>> = {
  authorizer: 0.8,
  render: 0.8,
  execute: 1,
  verify: 0.4,
};

/** What the first request may take of the bare client's: the connection is open by then. */
const requestGoal = 0.33;

/** A case as `--json` prints it. */
export interface ColdReport {
  name: Subject;
  bytes: number;
  /** Microseconds, medians. */
  engines: { load: number; 'first request': number };
  /** Against the bare client; medians of the rounds' ratios. */
  ratios: { load: number; 'first request': number };
  spread: number;
  goals: { load: number | null; 'first request': number | null };
  /** Null where nothing is asked of it, or the machine was too busy to tell. */
  holds: boolean | null;
}

export function coldReport(starts: readonly ColdStart[]): ColdReport[] {
  const bare = starts.find(({ subject }) => subject === 'bare-client');
  if (!bare) throw new Error('There is nothing to hold the functions against');
  return starts.map(({ subject, bytes, load, firstRequest }) => {
    const loads = ratios(load, bare.load);
    const requests = ratios(firstRequest, bare.firstRequest);
    const loadGoal = loadGoals[subject] ?? null;
    const goals = { load: loadGoal, 'first request': loadGoal === null ? null : requestGoal };
    const found = { load: median(loads), 'first request': median(requests) };
    const apart = Math.max(spread(loads), spread(requests));
    return {
      name: subject,
      bytes,
      engines: { load: median(load) * 1000, 'first request': median(firstRequest) * 1000 },
      ratios: found,
      spread: apart,
      goals,
      holds: judge(found, goals, apart),
    };
  });
}

function ratios(own: readonly number[], others: readonly number[]): number[] {
  return own.map((time, round) => time / (others[round] ?? Number.NaN));
}

function judge(
  found: ColdReport['ratios'],
  goals: ColdReport['goals'],
  apart: number,
): boolean | null {
  if (goals.load === null || goals['first request'] === null) return null;
  const holds = found.load <= goals.load && found['first request'] <= goals['first request'];
  return apart <= quietSpread ? holds : null;
}

/** Loading and the first request, each as a part of the bare client's. */
export function coldBars(cases: readonly ColdReport[]): Bar[] {
  return (['load', 'first request'] as const).flatMap((panel) =>
    cases.map(({ name: label, ratios: found }) => {
      return { panel, label, value: found[panel], isOwn: !label.startsWith('bare') };
    }),
  );
}

/** The table that a run prints. */
export function coldText(cases: readonly ColdReport[]): string {
  const table = new Table({
    head: ['', 'KB', 'load, ms', 'of bare', 'goal', 'request, ms', 'of bare', 'goal', 'spread'],
    style: { head: [], border: [] },
  });
  for (const { name, bytes, engines, ratios: found, goals, spread: apart } of cases) {
    table.push([
      name,
      Math.round(bytes / 1024),
      (engines.load / 1000).toFixed(1),
      found.load.toFixed(2),
      goalText(found.load, goals.load, apart),
      (engines['first request'] / 1000).toFixed(1),
      found['first request'].toFixed(2),
      goalText(found['first request'], goals['first request'], apart),
      `${Math.round(apart * 100)} %`,
    ]);
  }
  return `${table.toString()}\n`;
}

function goalText(found: number, goal: number | null, apart: number): string {
  if (goal === null) return '';
  if (apart > quietSpread) return `≤ ${goal}: machine is busy, no verdict`;
  return found <= goal ? `≤ ${goal}` : `missed: over ${goal}`;
}
