import { printTable } from '../../harness/print-table.ts';
import { type Findings, goalText } from '../findings.ts';
import { type Calls, inWords, readUnits } from '../growth/count-calls.ts';
import type { SpreadResult } from './run.ts';

/** The most write units that DynamoDB accepts under one partition key each second. */
const unitsASecond = 1000;

/** Mails a second that an account with 16 parts must be able to send; other numbers of parts have no goal. */
const goal = { parts: 16, mailsASecond: 1000 };

export function spreadReport(results: readonly SpreadResult[]) {
  return results.map(({ parts, mails, sending, page }) => {
    const units = [...writesByKey(sending).values()];
    const busiest = Math.max(...units);
    const mailsASecond = Math.floor((unitsASecond * mails) / busiest);
    return {
      name: `${parts} ${parts === 1 ? 'part' : 'parts'}`,
      parts,
      mails,
      /** Write units for each mail, under all partition keys together. */
      unitsAMail: units.reduce((sum, each) => sum + each, 0) / mails,
      /** Write units of all mails under the partition key that took the most. */
      busiest,
      /** The mails a second at which that partition key is full. */
      mailsASecond,
      page: { calls: page.requests, readUnits: readUnits(page) },
      /** Null if there is no goal. */
      holds: parts === goal.parts ? mailsASecond >= goal.mailsASecond : null,
    };
  });
}

/** Write units by table and partition key. Without the index, in which each entry has a partition key of its own. */
export function writesByKey({ consumed }: Calls): Map<string, number> {
  const writes = Object.entries(consumed).map(([place, units]) => [place, units.writes] as const);
  return new Map(writes.filter(([place, units]) => units > 0 && !place.includes('/')));
}

export function spreadFindings(results: readonly SpreadResult[]): Findings {
  const cases = spreadReport(results);
  const rows = cases.map(({ name, mails, unitsAMail, busiest, mailsASecond, page, holds }) => [
    name,
    unitsAMail.toFixed(2),
    `${busiest} of ${Math.round(unitsAMail * mails)}`,
    mailsASecond,
    inWords(page.calls),
    page.readUnits,
    holds === null ? '' : goalText(`≥ ${goal.mailsASecond}`, holds),
  ]);
  const sending = ['', 'write units a mail', 'under the busiest key', 'most mails a second'];
  const head = [...sending, 'a page of 50', 'read units', 'goal'];
  return { cases, text: `${printTable(head, rows)}\n` };
}
