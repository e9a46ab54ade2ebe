import Table from 'cli-table3';
import type { Bar } from '../picture.ts';
import { median, quietSpread, spread } from '../rounds.ts';
import type { Load } from './load.ts';
import type { ApiResult, ApiRounds } from './run.ts';

/** What part of the floor's requests a second the service answers at least. */
const rateGoal = 0.6;

/**
 * How much memory there may be in the second half of the renderings for each megabyte in the first,
 * without the first fifth. Means, because each heap grows until it is collected, in its own time.
 */
const memoryGoal = 1.1;

/** Megabytes that all processes of the warm service have resident together, on average in the second half. */
const residentGoalMb = 350;

/** Before these V8 still lets its heaps grow, of which each environment has one. */
const fewestRenders = 50_000;

/** A case as `--json` prints it. */
export interface ApiCaseReport {
  name: string;
  /** Requests a second, and milliseconds; for memory, megabytes in the first half and in the second. */
  engines: Record<string, Load> | { start: number; end: number };
  /** Of the floor's requests a second; for memory, the second half's of the first's or of the goal's. */
  ratio: number;
  spread: number;
  goal: number;
  /** Null where the machine was too busy to tell. */
  holds: boolean | null;
  /** What a person reads of a case that has no row in the table. */
  note?: string;
}

export function apiReport({ rounds, memory }: ApiResult): ApiCaseReport[] {
  return [...rounds.map(loadCase), ...memoryCases(memory)];
}

function loadCase({ connections, service, floor }: ApiRounds): ApiCaseReport {
  const ratios = service.map(
    ({ requestsPerSecond }, round) =>
      requestsPerSecond / (floor[round]?.requestsPerSecond ?? Number.NaN),
  );
  const [ratio, apart] = [median(ratios), spread(ratios)];
  return {
    name: `render, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    engines: { postrider: medians(service), floor: medians(floor) },
    ratio,
    spread: apart,
    goal: rateGoal,
    holds: apart > quietSpread ? null : ratio >= rateGoal,
  };
}

function medians(loads: readonly Load[]): Load {
  const of = (what: keyof Load) => median(loads.map((each) => each[what]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
  };
}

function memoryCases({ renders, megabytes }: ApiResult['memory']): ApiCaseReport[] {
  const looks = megabytes.slice(megabytes.length / 5);
  const half = Math.ceil(looks.length / 2);
  const [start, end] = [mean(looks.slice(0, half)), mean(looks.slice(half))];
  const [growth, share] = [end / start, end / residentGoalMb];
  const both = { engines: { start, end }, spread: spread(megabytes) };
  const grows = renders < fewestRenders ? null : growth <= memoryGoal;
  const told =
    grows === null ? `no verdict under ${fewestRenders}` : verdict(grows, `≤ ${memoryGoal} x`);
  const fits = share <= 1;
  return [
    {
      name: `memory over ${renders} renderings`,
      ...{ ...both, ratio: growth, goal: memoryGoal, holds: grows },
      note: `${Math.round(start)} MB in the first half, ${Math.round(end)} MB in the second; ${told}`,
    },
    {
      name: 'memory of the warm service',
      ...{ ...both, ratio: share, goal: 1, holds: fits },
      note: `${Math.round(end)} MB resident; ${verdict(fits, `≤ ${residentGoalMb} MB`)}`,
    },
  ];
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Requests a second, by the number of connections. */
export function apiBars(cases: readonly ApiCaseReport[]): Bar[] {
  return cases.flatMap(({ name: panel, engines }) =>
    Object.entries(engines).flatMap(([label, each]) =>
      typeof each === 'number'
        ? []
        : [{ panel, label, value: each.requestsPerSecond, isOwn: label === 'postrider' }],
    ),
  );
}

/** The table that a run prints, the ratios first. */
export function apiText(cases: readonly ApiCaseReport[]): string {
  const table = new Table({
    head: ['', 'ratio', 'goal', 'spread', '', 'requests/s', 'p50, ms', 'p95', 'p99'],
    style: { head: [], border: [] },
  });
  const notes: string[] = [];
  for (const { name, engines, ratio, goal, spread: apart, holds, note } of cases) {
    if (note !== undefined) {
      notes.push(`${name}: ${note}`);
      continue;
    }
    const loads = Object.entries(engines as Record<string, Load>);
    const column = (tell: (each: Load) => string) => loads.map(([, each]) => tell(each)).join('\n');
    table.push([
      name,
      ratio.toFixed(2),
      verdict(holds, `≥ ${goal}`),
      `${Math.round(apart * 100)} %`,
      loads.map(([engine]) => engine).join('\n'),
      column(({ requestsPerSecond }) => String(Math.round(requestsPerSecond))),
      column(({ p50 }) => p50.toFixed(1)),
      column(({ p95 }) => p95.toFixed(1)),
      column(({ p99 }) => p99.toFixed(1)),
    ]);
  }
  return `${table.toString()}\n${notes.join('\n')}\n`;
}

function verdict(holds: boolean | null, goal: string): string {
  if (holds === null) return `${goal}: machine is busy, no verdict`;
  return holds ? goal : `missed: ${goal}`;
}
