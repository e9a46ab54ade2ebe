import Table from 'cli-table3';
import type { Units } from '../consumed.ts';
import { inWords } from '../report.ts';
import type { RequestCost } from './run.ts';

/** A request as `--json` prints it. */
export interface RequestReport extends RequestCost {
  /** All tables and indexes together. */
  taken: Units;
  /** How many a second one partition key takes, of the table or index where that is full first. */
  full: { of: string; perSecond: number };
  holds: boolean;
}

/**
 * What one partition of DynamoDB takes in a second.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const partition: Units = { reads: 3000, writes: 1000 };

export function requestReport(costs: readonly RequestCost[]): RequestReport[] {
  return costs.map((cost) => {
    const { consumed } = cost.calls;
    const all = Object.values(consumed);
    const taken = { reads: sum(all, 'reads'), writes: sum(all, 'writes') };
    const [full = { of: '', perSecond: 0 }] = Object.entries(consumed)
      .map(([of, units]) => ({ of: tableOf(of), perSecond: perSecondOf(units) }))
      .sort((one, other) => one.perSecond - other.perSecond);
    const { reads, writes } = cost.atMost;
    return { ...cost, taken, full, holds: taken.reads <= reads && taken.writes <= writes };
  });
}

const tableOf = (place: string) => place.slice(0, place.indexOf(' '));

const sum = (all: readonly Units[], kind: keyof Units) =>
  all.reduce((total, units) => total + units[kind], 0);

/** Of requests that all go to one partition key. */
function perSecondOf({ reads, writes }: Units): number {
  return Math.min(partition.reads / reads, partition.writes / writes);
}

/** The table that a run prints. */
export function requestText(requests: readonly RequestReport[]): string {
  const table = new Table({
    head: ['', 'requests', 'RCU', 'WCU', 'one partition key, a second', 'goal'],
    style: { head: [], border: [] },
  });
  for (const { name, calls, taken, full, atMost, holds } of requests) {
    const goal = `≤ ${atMost.reads} RCU, ${atMost.writes} WCU`;
    table.push([
      name,
      inWords(calls.requests),
      taken.reads,
      taken.writes,
      `${rounded(full.perSecond)} of ${full.of}`,
      holds ? goal : `missed: ${goal}`,
    ]);
  }
  return `${table.toString()}\n`;
}

const rounded = (perSecond: number) =>
  perSecond < 10 ? perSecond.toFixed(1) : String(Math.floor(perSecond));
