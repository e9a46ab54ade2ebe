import { type Cell, printTable } from '../harness/print-table.ts';
import type { Verdict } from '../harness/verdict.ts';
import type { Judgement, Violations } from './judge.ts';
import type { ReportViolations } from './reports/judge-reports.ts';
import type { ScheduledViolations } from './scheduled/judge-scheduled.ts';
import type { WebhookViolations } from './webhooks/judge-webhooks.ts';
import type { ReceiverViolations } from './webhooks/receiver.ts';

/** A way to break a promise. */
type Violation = keyof (Violations &
  ReportViolations &
  ScheduledViolations &
  WebhookViolations &
  ReceiverViolations);

const labels: Record<Violation, string> = {
  sentTwice: 'sent twice',
  falseSent: 'false sent',
  falseRefused: 'false "nothing was sent"',
  hiddenSend: 'hidden send',
  withoutEnd: 'without an end',
  notRecorded: 'accepted, not recorded',
  otherAnswer: 'another answer to a repeat',
  otherFiles: 'other files than sent',
  falselySuppressed: 'falsely suppressed',
  lostReports: 'reports taken and lost',
  cancelledAndSent: 'cancelled, and sent',
  leftScheduled: 'left scheduled',
  promisedAndLost: 'told scheduled, not recorded',
  sentEarly: 'sent early',
  suppressedAndSent: 'suppressed, and sent',
  keptKeys: 'failed, and its key kept',
  lostEvents: 'events lost',
  inventedEvents: 'events without a record',
  falseSignatures: 'false signatures',
  otherStates: 'another state at the receiver',
  hungDeliveries: 'deliveries that hang',
};

/** One part of a run, as a column. */
export interface Part extends Pick<Judgement, 'ends' | 'cases'> {
  name: string;
  /** The faults that the service met in this part. */
  damage: string;
  /** A part counts only the violations that can come in it. */
  violations: Partial<Record<Violation, number>>;
}

/** The most cases that are printed. */
const maxCases = 20;

/** The table that a run prints, and whether every promise held. */
export function report(parts: readonly Part[]): Verdict {
  const row = (label: string, cell: (part: Part) => Cell) => [label, ...parts.map(cell)];
  const share = (count: number, { ends: { sends } }: Part) =>
    `${count} (${((100 * count) / Math.max(1, sends)).toFixed(1)} %)`;
  const table = printTable(
    ['', ...parts.map(({ name }) => name)],
    [
      ...Object.entries(labels).map(([violation, label]) =>
        row(label, (part) => part.violations[violation as Violation] ?? 'none came'),
      ),
      row('UNKNOWN', (part) => share(part.ends.unknown, part)),
      row('of these accepted', ({ ends }) => `${ends.unknownAccepted} of ${ends.unknown}`),
      row('sent', (part) => share(part.ends.sent, part)),
      row('nothing sent', (part) => share(part.ends.refused, part)),
      row('sends', ({ ends }) => ends.sends),
      row('requests', ({ ends }) => ends.requests),
      row('faults', ({ damage }) => damage),
    ],
  );
  const held = parts.every(({ violations }) => Object.values(violations).every((each) => !each));
  const cases = parts.flatMap((part) => part.cases).slice(0, maxCases);
  return { text: [table, ...cases, ''].join('\n'), held };
}
