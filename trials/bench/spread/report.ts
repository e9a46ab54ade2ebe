import Table from 'cli-table3';
import type { Calls } from '../growth/count-calls.ts';
import type { SpreadResult } from './run.ts';

/** Write units that DynamoDB takes under one partition key each second. */
const unitsASecond = 1000;

/** Mails a second that an account with 16 parts must be able to send; fewer parts have no goal. */
const goal = { parts: 16, mailsASecond: 1000 };

/** A number of parts as `--json` prints it. */
export interface SpreadCaseReport {
  name: string;
  parts: number;
  mails: number;
  /** Write units for each mail, under all partition keys together. */
  unitsAMail: number;
  /** Write units of all mails under the partition key that took the most. */
  busiest: number;
  /** The mails a second at which that partition key takes all that it can. */
  mailsASecond: number;
  page: { calls: Readonly<Record<string, number>>; readUnits: number };
  /** Null where there is no goal. */
  holds: boolean | null;
}

export function spreadReport(results: readonly SpreadResult[]): SpreadCaseReport[] {
  return results.map(({ parts, mails, sending, page }) => {
    const units = [...writesByKey(sending).values()];
    const busiest = Math.max(...units);
    const mailsASecond = Math.floor((unitsASecond * mails) / busiest);
    return {
      name: `${parts} ${parts === 1 ? 'part' : 'parts'}`,
      parts,
      mails,
      unitsAMail: units.reduce((sum, each) => sum + each, 0) / mails,
      busiest,
      mailsASecond,
      page: { calls: page.requests, readUnits: readsOf(page) },
      holds: parts === goal.parts ? mailsASecond >= goal.mailsASecond : null,
    };
  });
}

/** Write units by table and partition key. Those of the index are not in it: each of its entries has a key of its own. */
export function writesByKey({ consumed }: Calls): Map<string, number> {
  const writes = Object.entries(consumed).map(([place, units]) => [place, units.writes] as const);
  return new Map(writes.filter(([place, units]) => units > 0 && !place.includes('/')));
}

function readsOf({ consumed }: Calls): number {
  return Object.values(consumed).reduce((sum, { reads }) => sum + reads, 0);
}

/** The table that a run prints. */
export function spreadText(cases: readonly SpreadCaseReport[]): string {
  const table = new Table({
    head: [
      ...['', 'write units a mail', 'under the busiest key', 'so many mails a second'],
      ...['a page of 50', 'read units', ''],
    ],
    style: { head: [], border: [] },
  });
  for (const { name, mails, unitsAMail, busiest, mailsASecond, page, holds } of cases) {
    table.push([
      name,
      unitsAMail.toFixed(2),
      `${busiest} of ${Math.round(unitsAMail * mails)}`,
      mailsASecond,
      Object.entries(page.calls)
        .map(([operation, times]) => `${times} ${operation}`)
        .join(', '),
      page.readUnits,
      verdict(holds),
    ]);
  }
  return `${table.toString()}\n`;
}

function verdict(holds: boolean | null): string {
  if (holds === null) return '';
  return holds ? `≥ ${goal.mailsASecond}` : `missed: below ${goal.mailsASecond}`;
}
