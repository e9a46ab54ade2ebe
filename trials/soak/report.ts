import Table from 'cli-table3';
import type { Ends, Judgement, Violations } from './judge.ts';
import type { ReportViolations } from './reports/judge-reports.ts';

const words: Record<keyof (Violations & ReportViolations), string> = {
  sentTwice: 'sent twice',
  falseSent: 'false sent',
  falseRefused: 'false "nothing was sent"',
  unsaid: 'unsaid',
  withoutEnd: 'without an end',
  notRecorded: 'accepted, not recorded',
  otherAnswer: 'another answer to a repeat',
  falselySuppressed: 'falsely suppressed',
  lostReports: 'reports taken and lost',
};

/** One part of a run, as a column. */
export interface Part extends Judgement {
  name: string;
  /** What was done to the service in this part, in words. */
  done: string;
  /** No report of SES comes in a part that does not count them. */
  violations: Violations & Partial<ReportViolations>;
}

/** The table that a run prints, and whether it held. */
export function report(parts: readonly Part[]): { text: string; held: boolean } {
  const table = new Table({
    head: ['', ...parts.map(({ name }) => name)],
    style: { head: [], border: [] },
  });
  for (const [violation, label] of Object.entries(words)) {
    const counts = parts.map(({ violations }) => violations[violation as keyof Violations]);
    table.push([label, ...counts.map((count) => count ?? 'none came')]);
  }
  table.push(['not known', ...parts.map(({ ends }) => share(ends.unknown, ends))]);
  table.push([
    'of these accepted',
    ...parts.map(({ ends }) => `${ends.unknownAccepted} of ${ends.unknown}`),
  ]);
  table.push(['sent', ...parts.map(({ ends }) => share(ends.sent, ends))]);
  table.push(['nothing sent', ...parts.map(({ ends }) => share(ends.refused, ends))]);
  table.push(['sends', ...parts.map(({ ends }) => String(ends.sends))]);
  table.push(['requests', ...parts.map(({ ends }) => String(ends.requests))]);
  table.push(['done to it', ...parts.map(({ done }) => done)]);
  const held = parts.every(({ violations }) => Object.values(violations).every((each) => !each));
  const cases = parts.flatMap((part) => part.cases).slice(0, maxCases);
  return { text: [table.toString(), ...cases, ''].join('\n'), held };
}

/** Sends that are told of in full. */
const maxCases = 20;

function share(count: number, { sends }: Ends): string {
  return `${count} (${((100 * count) / Math.max(1, sends)).toFixed(1)} %)`;
}
