import { printTable } from '../../harness/print-table.ts';
import { mean, median, spread } from '../../harness/statistics.ts';
import { barsOf, type Findings, goalText, judge, percent, ratiosOf } from '../findings.ts';
import type { Load } from './load.ts';
import type { ApiResult, ApiRounds } from './run.ts';

/**
 * The goal for speed: the service answers at least this share of the floor's requests a second (the floor: floor.ts).
 */
const rateGoal = 0.6;

/**
 * The goal for memory growth: the mean over the second half of the renderings is at most this many times the mean over
 * the first half. The first fifth is not counted. Means are compared because V8 collects the heaps at different times.
 */
const memoryGoal = 1.1;

/**
 * The goal for memory: in the second half, all processes of the service together have on average at most this many
 * megabytes resident.
 */
const residentGoalMb = 350;

/** The fewest renderings for a verdict on growth: with fewer, V8 still lets the heap of each environment grow. */
const fewestRenders = 50_000;

type LoadCase = ReturnType<typeof loadCase>;
type MemoryCase = ReturnType<typeof memoryCases>[number];

export function apiReport({ rounds, memory }: ApiResult): (LoadCase | MemoryCase)[] {
  return [...rounds.map(loadCase), ...memoryCases(memory)];
}

function loadCase({ connections, service, floor }: ApiRounds) {
  const rates = (loads: readonly Load[]) => loads.map((each) => each.requestsPerSecond);
  const ratios = ratiosOf(rates(service), rates(floor));
  return {
    name: `render, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    /** Medians of the rounds: requests a second, and milliseconds from request to answer. */
    engines: { postrider: medians(service), floor: medians(floor) },
    /** The service's requests a second, as a share of the floor's. */
    ratio: median(ratios),
    spread: spread(ratios),
    goal: rateGoal,
    holds: judge(ratios, (found) => found >= rateGoal),
  };
}

function medians(loads: readonly Load[]): Load {
  const of = (figure: keyof Load) => median(loads.map((each) => each[figure]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
  };
}

function memoryCases({ renders, megabytes }: ApiResult['memory']) {
  const reads = megabytes.slice(megabytes.length / 5);
  const half = Math.ceil(reads.length / 2);
  const [start, end] = [mean(reads.slice(0, half)), mean(reads.slice(half))];
  const [growth, share] = [end / start, end / residentGoalMb];
  /** `start` and `end`: mean megabytes in the first half and in the second. */
  const figures = { engines: { start, end }, spread: spread(megabytes) };
  const grows = renders < fewestRenders ? null : growth <= memoryGoal;
  const growthText =
    grows === null
      ? `no verdict under ${fewestRenders} renderings`
      : goalText(`≤ ${memoryGoal} x`, grows);
  const fits = share <= 1;
  return [
    {
      name: `memory over ${renders} renderings`,
      ...figures,
      ratio: growth,
      goal: memoryGoal,
      holds: grows,
      note: `${Math.round(start)} MB in the first half, ${Math.round(end)} MB in the second; ${growthText}`,
    },
    {
      name: 'memory of the warm service',
      ...figures,
      ratio: share,
      goal: 1,
      holds: fits,
      note: `${Math.round(end)} MB resident; ${goalText(`≤ ${residentGoalMb} MB`, fits)}`,
    },
  ];
}

export function apiFindings(result: ApiResult): Findings {
  const cases = apiReport(result);
  const loads = cases.filter((each) => !('note' in each)) as LoadCase[];
  const notes = cases.flatMap((each) => ('note' in each ? [`${each.name}: ${each.note}`] : []));
  const rows = loads.map(({ name, engines, ratio, goal, spread: apart, holds }) => {
    const column = (cell: (each: Load) => string) => Object.values(engines).map(cell).join('\n');
    return [
      name,
      ratio.toFixed(2),
      goalText(`≥ ${goal}`, holds),
      percent(apart),
      Object.keys(engines).join('\n'),
      column(({ requestsPerSecond }) => String(Math.round(requestsPerSecond))),
      column(({ p50 }) => p50.toFixed(1)),
      column(({ p95 }) => p95.toFixed(1)),
      column(({ p99 }) => p99.toFixed(1)),
    ];
  });
  const table = printTable(
    ['', 'ratio', 'goal', 'spread', '', 'requests/s', 'p50, ms', 'p95', 'p99'],
    rows,
  );
  const bars = loads.flatMap(({ name, engines: { postrider, floor } }) => {
    const rates = { postrider: postrider.requestsPerSecond, floor: floor.requestsPerSecond };
    return barsOf(name, rates, (label) => label === 'postrider');
  });
  const axis = 'requests a second, beside a plain server that makes the same two reads';
  return {
    cases,
    text: `${table}\n${notes.join('\n')}\n`,
    picture: { title: 'The local service', axis, bars },
  };
}
