import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { tableNames } from '../../harness/table-names.ts';
import { schemaOf, startOwnTables, tablesClient } from '../../harness/tables.ts';
import { timeRounds } from '../rounds.ts';
import { type GrowthCase, growthCases } from './cases.ts';
import { type Calls, startCallCounter } from './count-calls.ts';
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

export interface GrowthResult {
  name: string;
  of: GrowthCase['of'];
  /** The smallest size first. */
  costs: readonly Cost[];
  /** The smallest size at which the case reads as much as it ever does. The largest size is compared with it. */
  base: number;
}

type Sizes = Record<GrowthCase['of'], number[]>;

/** The sizes that are measured besides the largest. */
const smaller: Sizes = { templates: [10, 110], messages: [10, 1000, 10_000] };

/** Fills tables of several sizes, then counts the DynamoDB calls of each case at each size, and times the case. */
export async function measureGrowth(
  { templates = 10_000, messages, rounds, runs = 10 }: GrowthOptions,
  progress: Progress,
  stops: Stops,
): Promise<GrowthResult[]> {
  const upTo = (largest: number, below: readonly number[]) => [
    ...below.filter((count) => count < largest),
    largest,
  ];
  const sizes: Sizes = {
    templates: upTo(templates, smaller.templates),
    messages: upTo(messages, smaller.messages),
  };
  const endpoint = await startOwnTables(stops, [
    schemaOf('accounts'),
    ...sizes.templates.map((count) => schemaOf('templates', nameOf('templates', count))),
    ...sizes.messages.map((count) => schemaOf('messages', nameOf('messages', count))),
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
