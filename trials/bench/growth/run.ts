import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { type Rounds, timeRounds } from '../rounds.ts';
import { type GrowthCase, growthCases } from './cases.ts';
import { type Calls, startCallCounter } from './count-calls.ts';
import { fillMessages } from './fill-messages.ts';
import { fillTemplates } from './fill-templates.ts';
import {
  messagesName,
  type SizedTable,
  startSizedTables,
  tablesClient,
  templatesName,
} from './tables.ts';

export interface GrowthOptions {
  /** The most messages. */
  messages: number;
  /** The most templates. */
  templates: number;
  rounds: number;
}

/** What one case cost at one size. */
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
  /** The smallest size at which the case reads all that it can: what the largest is held against. */
  base: number;
}

/** The sizes below the largest. */
const smaller = { templates: [10, 110], messages: [10, 1000, 10_000] };

/** Runs of each case at each size within a round. */
const runsPerRound = 10;

/** Fills tables of several sizes, counts what each case asks of them, and times it. */
export async function measureGrowth(
  options: GrowthOptions,
  progress: Progress,
  stops: Stops,
): Promise<GrowthResult[]> {
  const sizes = {
    templates: sizesUpTo(options.templates, smaller.templates),
    messages: sizesUpTo(options.messages, smaller.messages),
  };
  const { endpoint } = await startSizedTables(sizes, stops);
  const client = tablesClient(endpoint, stops);
  await fill(sizes, client, progress);
  const subjects = growthCases.flatMap((each) =>
    sizes[each.of].map((count) => ({ name: `${each.name} ${count}`, each, count })),
  );
  progress.step('Counting what passes on the wire');
  const counts = await countEach(subjects, endpoint, stops);
  progress.step('Timing');
  const results: GrowthResult[] = [];
  for (const each of growthCases) {
    // By itself: what runs after a search pays for what the search left to clean up.
    const timed = subjects
      .filter((subject) => subject.each === each)
      .map((subject) => ({ name: subject.name, run: runOf(subject, client) }));
    const times = await timeRounds(timed, { rounds: options.rounds, runs: runsPerRound });
    results.push(resultOf(each, sizes[each.of], counts, times));
  }
  return results;
}

interface Subject {
  name: string;
  each: GrowthCase;
  count: number;
}

function sizesUpTo(largest: number, below: readonly number[]): number[] {
  return [...below.filter((count) => count < largest), largest];
}

async function fill(
  sizes: Record<GrowthCase['of'], number[]>,
  client: Table['client'],
  progress: Progress,
): Promise<void> {
  const fillers = {
    templates: { nameOf: templatesName, write: fillTemplates },
    messages: { nameOf: messagesName, write: fillMessages },
  };
  for (const kind of ['templates', 'messages'] as const) {
    const { nameOf, write } = fillers[kind];
    for (const count of sizes[kind]) {
      progress.step(`Writing ${count} ${kind}`);
      await write({ client, name: nameOf(count), count }, (written) => {
        if (written % 50_000 === 0) progress.step(`Written ${written} of ${count} ${kind}`);
      });
    }
  }
}

function runOf({ each, count }: Subject, client: Table['client']): () => Promise<unknown> {
  const nameOf = each.of === 'templates' ? templatesName : messagesName;
  const table: SizedTable = { client, name: nameOf(count), count };
  return each.at(table);
}

async function countEach(
  subjects: readonly Subject[],
  endpoint: string,
  stops: Stops,
): Promise<Map<string, Calls>> {
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const client = tablesClient(counter.endpoint, stops);
  const counts = new Map<string, Calls>();
  for (const subject of subjects) {
    const run = runOf(subject, client);
    // The first call is not warm.
    await run();
    counts.set(subject.name, await counter.during(run));
  }
  return counts;
}

function resultOf(
  { name, of, fullAt }: GrowthCase,
  sizes: readonly number[],
  counts: ReadonlyMap<string, Calls>,
  times: Rounds,
): GrowthResult {
  const costs = sizes.map((count) => {
    const calls = counts.get(`${name} ${count}`);
    if (!calls) throw new Error(`Nothing was counted of ${name} at ${count}`);
    return { count, calls, times: times.get(`${name} ${count}`) ?? [] };
  });
  const base = sizes.find((count) => count >= fullAt) ?? sizes.at(-1) ?? 0;
  return { name, of, costs, base };
}
