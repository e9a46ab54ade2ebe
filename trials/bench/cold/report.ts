import { printTable } from '../../harness/print-table.ts';
import { median, spread } from '../../harness/statistics.ts';
import { barsOf, type Findings, goalText, percent, quietSpread, ratiosOf } from '../findings.ts';
import type { Subject } from './bundles.ts';
import type { ColdStart } from './run.ts';

/** The goals for loading, as a share of the bare client's load time. Verify's goal is smaller, because it has no client. */
const loadGoals: Partial<Record<Subject, number>> = {
  authorizer: 0.8,
  render: 0.8,
  execute: 1,
  verify: 0.4,
  message: 0.8,
  cancel: 0.8,
  batch: 1,
};

/** The goal for the first request, as a share of the bare client's: a function's connection is open by then. */
const requestGoal = 0.33;

/** The cases as `--json` prints them. */
function coldReport(starts: readonly ColdStart[]) {
  const bare = starts.find(({ subject }) => subject === 'bare-client');
  if (!bare) throw new Error('There is no bare client to compare the functions with');
  return starts.map(({ subject, bytes, load, firstRequest }) => {
    const loads = ratiosOf(load, bare.load);
    const requests = ratiosOf(firstRequest, bare.firstRequest);
    const apart = Math.max(spread(loads), spread(requests));
    const loadGoal = loadGoals[subject];
    const [loadRatio, requestRatio] = [median(loads), median(requests)];
    const reaches = loadRatio <= (loadGoal ?? 0) && requestRatio <= requestGoal;
    return {
      name: subject,
      bytes,
      /** Microseconds, medians. */
      engines: { load: median(load) * 1000, 'first request': median(firstRequest) * 1000 },
      /** Of the bare client's time; medians of the rounds' ratios. */
      ratios: { load: loadRatio, 'first request': requestRatio },
      spread: apart,
      goals: {
        load: loadGoal ?? null,
        'first request': loadGoal === undefined ? null : requestGoal,
      },
      /** Null if there is no goal, or the machine was too busy for a verdict. */
      holds: loadGoal === undefined || apart > quietSpread ? null : reaches,
    };
  });
}

export function coldFindings(starts: readonly ColdStart[]): Findings {
  const cases = coldReport(starts);
  const phases = ['load', 'first request'] as const;
  const rows = cases.map(({ name, bytes, engines, ratios, goals, spread: apart }) => [
    name,
    Math.round(bytes / 1024),
    ...phases.flatMap((phase) => [
      (engines[phase] / 1000).toFixed(1),
      ratios[phase].toFixed(2),
      cellOf(ratios[phase], goals[phase], apart),
    ]),
    percent(apart),
  ]);
  const bars = phases.flatMap((phase) => {
    const values = Object.fromEntries(cases.map(({ name, ratios }) => [name, ratios[phase]]));
    return barsOf(phase, values, (label) => !label.startsWith('bare'));
  });
  const head = [
    '',
    'KB',
    'load, ms',
    'of bare',
    'goal',
    'request, ms',
    'of bare',
    'goal',
    'spread',
  ];
  const axis = 'time, as a part of the time of a bundle with only the DynamoDB client';
  return {
    cases,
    text: `${printTable(head, rows)}\n`,
    picture: { title: 'A cold start', axis, bars },
  };
}

function cellOf(found: number, goal: number | null, apart: number): string {
  if (goal === null) return '';
  return goalText(`≤ ${goal}`, apart > quietSpread ? null : found <= goal);
}
