import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { median, spread } from '../../harness/statistics.ts';
import { tableNames } from '../../harness/table-names.ts';
import { schemaOf, startOwnTables, tablesClient } from '../../harness/tables.ts';
import { timeRounds } from '../rounds.ts';
import { judge, percent, type Row, ratiosOf } from '../rows.ts';
import { type GrowthCase, growthCases } from './cases.ts';
import { type Calls, inWords, readUnits, startCallCounter } from './count-calls.ts';
import { fillMessages } from './fill-messages.ts';
import { fillTemplates } from './fill-templates.ts';

export interface GrowthOptions {
  /** The number of messages in the largest table. */
  messages: number;
  /** The number of templates in the largest table. Default: 10,000. */
  templates?: number;
  rounds: number;
  /** Runs of each case at each size within a round. Default: 10. */
  runs?: number;
}

/** The cost of one case at one size. */
export interface Cost {
  count: number;
  calls: Calls;
  /** Microseconds: the median of each round. */
  times: readonly number[];
}

export interface GrowthResult extends Pick<GrowthCase, 'name' | 'of'> {
  /** The smallest size first. */
  costs: readonly Cost[];
  /** The smallest size at which the case reads as much as it ever does. The largest size is compared with it. */
  base: number;
}

type Sizes = Record<GrowthCase['of'], number[]>;

/** Fills tables of several sizes, then counts the DynamoDB calls of each case at each size, and times the case. */
export async function measureGrowth(
  { templates = 10_000, messages, rounds, runs = 10 }: GrowthOptions,
  progress: Progress,
  stops: Stops,
): Promise<GrowthResult[]> {
  const below = (largest: number, ...smaller: number[]) => [
    ...smaller.filter((count) => count < largest),
    largest,
  ];
  const sizes: Sizes = {
    templates: below(templates, 10, 110),
    messages: below(messages, 10, 1000, 10_000),
  };
  const endpoint = await startOwnTables(stops, [
    schemaOf('accounts'),
    ...(['templates', 'messages'] as const).flatMap((kind) =>
      sizes[kind].map((count) => schemaOf(kind, nameOf(kind, count))),
    ),
  ]);
  const client = tablesClient(endpoint, stops);
  await fill(sizes, client, progress);
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const counted = tablesClient(counter.endpoint, stops);
  progress.step('Counting and timing');
  const results: GrowthResult[] = [];
  for (const { name, of, fullAt, at } of growthCases) {
    const runBy = (by: Table['client'], count: number) =>
      at({ client: by, name: nameOf(of, count), count });
    // Each case is timed by itself: a case that ran in turn with a search would also pay for the search's garbage.
    const timed = sizes[of].map((count) => ({ name: `${count}`, run: runBy(client, count) }));
    const times = await timeRounds(timed, { rounds, runs });
    const costs: Cost[] = [];
    for (const count of sizes[of]) {
      const run = runBy(counted, count);
      // The first run fills the caches that later runs use, so it is not counted.
      await run();
      const calls = await counter.during(run);
      costs.push({ count, calls, times: times.get(`${count}`) ?? [] });
    }
    const base = sizes[of].find((count) => count >= fullAt) ?? sizes[of].at(-1) ?? 0;
    results.push({ name, of, costs, base });
  }
  return results;
}

/** The most time at the largest size, in multiples of the time at the smallest size that fills the case's page or search. */
const goal = 1.2;

/** A row for each size of a case. The row of the largest size has the verdict. */
export function growthRows({ name, of, costs, base }: GrowthResult): Row[] {
  const smallest = costs.find(({ count }) => count === base);
  return costs.map((cost): Row => {
    const { count, calls, times } = cost;
    const figures = {
      requests: inWords(calls.requests),
      ...{ 'answers, bytes': calls.answerBytes, scanned: calls.scanned, RCU: readUnits(calls) },
      µs: Math.round(median(times)),
    };
    const row = { name: `${name}, ${count} ${of}`, figures, holds: null };
    if (cost !== costs.at(-1)) return row;
    const ratios = ratiosOf(times, smallest?.times);
    const compared = { ratio: median(ratios), spread: percent(spread(ratios)) };
    return { ...row, figures: { ...figures, ...compared }, ...judge(ratios, { atMost: goal }) };
  });
}

const nameOf = (kind: GrowthCase['of'], count: number) => `${tableNames[kind]}-${count}`;

async function fill(sizes: Sizes, client: Table['client'], progress: Progress): Promise<void> {
  const fillers = { templates: fillTemplates, messages: fillMessages };
  for (const kind of ['templates', 'messages'] as const) {
    for (const count of sizes[kind]) {
      progress.step(`Writing ${count} ${kind}`);
      await fillers[kind]({ client, name: nameOf(kind, count), count }, (written) => {
        if (written % 50_000 === 0) progress.step(`Written ${written} of ${count} ${kind}`);
      });
    }
  }
}
