import { costOf } from '../cost/bill.ts';
import { type SesPlan, sesPrices } from '../cost/prices.ts';
import type { LineGroup } from './line-groups.ts';

export const estimate = "An estimate; AWS's bill is the truth.";

/** What was used, and what it costs at the prices of docs/cost.md, in dollars. */
export interface UsageRow {
  name: string | null;
  test: boolean;
  /** Mails that SES accepted or may have, and those that a test key captured. */
  mails: number;
  /** For how many recipients SES bills the mails. */
  recipients: number;
  /** Requests that sent no mail: rendered, verified, refused, scheduled, answered again. */
  otherRequests: number;
  /** Everything but SES. */
  service: number;
  /** What SES costs on each of its plans. */
  ses: Record<SesPlan, number>;
}

/** The rows: live ones before those of test keys, days in order, others by their mails. */
export function usageRows(groups: readonly LineGroup[], by: string): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const group of groups) {
    const { name, test } = group;
    const place = JSON.stringify([name, test]);
    const row = rows.get(place);
    const added = rowOf(group);
    rows.set(place, row ? sumOfRows([row, added], { name, test }) : added);
  }
  return [...rows.values()].sort(
    (one, other) =>
      Number(one.test) - Number(other.test) ||
      (by === 'day' ? 0 : other.mails - one.mails || other.otherRequests - one.otherRequests) ||
      (one.name ?? '').localeCompare(other.name ?? '', 'en'),
  );
}

export function sumOfRows(
  rows: readonly UsageRow[],
  { name, test }: Pick<UsageRow, 'name' | 'test'>,
): UsageRow {
  const sum = (read: (row: UsageRow) => number) => rows.reduce((all, row) => all + read(row), 0);
  const recipients = sum((row) => row.recipients);
  return {
    name,
    test,
    mails: sum((row) => row.mails),
    recipients,
    otherRequests: sum((row) => row.otherRequests),
    service: sum((row) => row.service),
    ses: sesCost(recipients),
  };
}

function rowOf({ name, test, lines, recipients: billed, ...end }: LineGroup): UsageRow {
  const isMail = isSent(end);
  const recipients = isMail ? billed : 0;
  return {
    name,
    test,
    mails: isMail ? lines : 0,
    recipients,
    otherRequests: isMail ? 0 : lines,
    service: lines * dollarsOf(end),
    ses: sesCost(recipients),
  };
}

type End = Pick<LineGroup, 'endpoint' | 'outcome'>;

/** Whether SES has the mail of such a line, or may have it. */
function isSent({ endpoint, outcome }: End): boolean {
  if (endpoint === 'execute') return outcome === 'sent' || outcome === 'send_unknown';
  return endpoint === 'due' || endpoint === 'manage';
}

/**
 * The cost of a line without SES. A mail of `due` costs the same as one of a batch; its scheduling, the rest of a
 * scheduled mail's.
 */
function dollarsOf({ endpoint, outcome }: End): number {
  if (endpoint === 'due') return costOf('batched');
  if (isSent({ endpoint, outcome })) return costOf('send');
  if (endpoint === 'verify') return costOf('verification');
  const isScheduled = endpoint === 'execute' && outcome === 'scheduled';
  return isScheduled ? costOf('scheduled') - costOf('batched') : costOf('render');
}

function sesCost(recipients: number): UsageRow['ses'] {
  const on = ({ dollars, per }: { dollars: number; per: number }) => (recipients / per) * dollars;
  return { 'à la carte': on(sesPrices['à la carte']), Essentials: on(sesPrices.Essentials) };
}
