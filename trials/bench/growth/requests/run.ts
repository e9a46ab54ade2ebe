import type { Progress } from '../../../../local/progress.ts';
import type { Stops } from '../../../../local/stops.ts';
import { printTable } from '../../../harness/print-table.ts';
import { type Findings, goalText } from '../../findings.ts';
import type { Units } from '../consumed.ts';
import { type Calls, inWords } from '../count-calls.ts';
import { type RequestCase, reportCases, requestCases } from './cases.ts';
import { openWorld } from './world.ts';

/** The calls of one request. */
export interface RequestCost extends Pick<RequestCase, 'name' | 'atMost'> {
  calls: Calls;
}

/** Makes each request once, and counts its calls to the tables. */
export async function measureRequests(progress: Progress, stops: Stops): Promise<RequestCost[]> {
  progress.step('Counting the calls of single requests and reports');
  const world = await openWorld(stops);
  const costs: RequestCost[] = [];
  for (const { name, atMost, begin } of [...requestCases, ...reportCases]) {
    const run = await begin(world);
    costs.push({ name, atMost, calls: await world.during(run) });
  }
  return costs;
}

/**
 * The most capacity units that one partition of DynamoDB serves in a second.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const partition: Units = { reads: 3000, writes: 1000 };

/** A request as `--json` prints it. */
export type RequestReport = ReturnType<typeof requestReport>[number];

export function requestReport(costs: readonly RequestCost[]) {
  return costs.map((cost) => {
    const { consumed } = cost.calls;
    const all = Object.values(consumed);
    const sum = (kind: keyof Units) => all.reduce((total, units) => total + units[kind], 0);
    const taken = { reads: sum('reads'), writes: sum('writes') };
    const [full = { of: '', perSecond: 0 }] = Object.entries(consumed)
      .map(([place, { reads, writes }]) => ({
        of: place.slice(0, place.indexOf(' ')),
        perSecond: Math.min(partition.reads / reads, partition.writes / writes),
      }))
      .sort((one, other) => one.perSecond - other.perSecond);
    const { reads, writes } = cost.atMost;
    return {
      ...cost,
      /** All tables and indexes together. */
      taken,
      /** The table or index that reaches the limit first, and the most requests a second under one of its partition keys. */
      full,
      holds: taken.reads <= reads && taken.writes <= writes,
    };
  });
}

export function requestFindings(costs: readonly RequestCost[]): Findings {
  const cases = requestReport(costs);
  const rows = cases.map(({ name, calls, taken, full, atMost, holds }) => [
    name,
    inWords(calls.requests),
    taken.reads,
    taken.writes,
    `${full.perSecond < 10 ? full.perSecond.toFixed(1) : Math.floor(full.perSecond)} of ${full.of}`,
    goalText(`≤ ${atMost.reads} RCU, ${atMost.writes} WCU`, holds),
  ]);
  const head = ['', 'requests', 'RCU', 'WCU', 'most a second, one partition key', 'goal'];
  return { cases, text: `${printTable(head, rows)}\n` };
}
