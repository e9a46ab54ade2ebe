import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { tableNames } from '../../harness/table-names.ts';
import { schemaOf, startOwnTables, tablesClient } from '../../harness/tables.ts';
import type { Row } from '../rows.ts';
import { type GrowthCase, growthCases } from './cases.ts';
import { type Calls, inWords, startCallCounter } from './count-calls.ts';
import { fillMessages } from './fill-messages.ts';
import { fillTemplates } from './fill-templates.ts';

export interface GrowthOptions {
  /** The number of messages in the largest table. */
  messages: number;
  /** The number of templates in the largest table. Default: 10,000. */
  templates?: number;
}

export interface GrowthResult extends Pick<GrowthCase, 'name' | 'of'> {
  /** The calls at each size, the smallest first. */
  costs: readonly { count: number; calls: Calls }[];
  /** The smallest size at which the case reads as much as it ever does. The largest size is compared with it. */
  base: number;
}

const kinds = ['templates', 'messages'] as const;
const fillers = { templates: fillTemplates, messages: fillMessages };

/** Fills tables of several sizes, then counts the DynamoDB calls of each case at each size. */
export async function measureGrowth(
  { templates = 10_000, messages }: GrowthOptions,
  progress: Progress,
  stops: Stops,
): Promise<GrowthResult[]> {
  const below = (largest: number, smaller: readonly number[]) => [
    ...smaller.filter((count) => count < largest),
    largest,
  ];
  const sizes = {
    templates: below(templates, [10, 110]),
    messages: below(messages, [10, 1000]),
  };
  const endpoint = await startOwnTables(stops, [
    schemaOf('accounts'),
    ...kinds.flatMap((kind) => sizes[kind].map((count) => schemaOf(kind, nameOf(kind, count)))),
  ]);
  const uncounted = tablesClient(endpoint, stops);
  for (const kind of kinds) {
    for (const count of sizes[kind]) {
      progress.step(`Writing ${count} ${kind}`);
      await fillers[kind]({ client: uncounted, name: nameOf(kind, count), count });
    }
  }
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const client = tablesClient(counter.endpoint, stops);
  progress.step('Counting');
  const results: GrowthResult[] = [];
  for (const { name, of, fullAt, at } of growthCases) {
    const costs: GrowthResult['costs'][number][] = [];
    for (const count of sizes[of]) {
      const run = at({ client, name: nameOf(of, count), count });
      // The first run fills the caches that later runs use, so it is not counted.
      await run();
      costs.push({ count, calls: await counter.during(run) });
    }
    const base = sizes[of].find((count) => count >= fullAt) ?? sizes[of].at(-1) ?? 0;
    results.push({ name, of, costs, base });
  }
  return results;
}

const nameOf = (kind: GrowthCase['of'], count: number) => `${tableNames[kind]}-${count}`;

/** Read units and records that the largest size may take, in multiples of the base: records differ a little in size. */
const most = 1.2;

/** A row for each size of a case. The row of the largest size has the verdict. */
export function growthRows({ name, of, costs, base }: GrowthResult): Row[] {
  const atBase = costs.find(({ count }) => count === base)?.calls;
  return costs.map(({ count, calls: { requests, scanned, units } }): Row => {
    const figures = { requests: inWords(requests), scanned, RCU: units.reads };
    const row = { name: `${name}, ${count} ${of}`, figures };
    if (count !== costs.at(-1)?.count || !atBase) return { ...row, holds: null };
    const holds =
      inWords(requests) === inWords(atBase.requests) &&
      scanned <= most * atBase.scanned &&
      units.reads <= most * atBase.units.reads;
    return { ...row, goal: `as at ${base}`, holds };
  });
}
