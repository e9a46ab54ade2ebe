import { suppressionAddress } from '../../../shared/message/suppression.ts';
import type { AcceptedMail } from '../faults/ses.ts';
import type { MadeReport } from './reporting.ts';

/** What is kept of reports when a run is over. */
export interface Kept {
  /** The ids of the events in the record of each message, by the message's id. */
  events: ReadonlyMap<string, readonly string[]>;
  suppressed: readonly { accountId: string; address: string }[];
}

/** What must be zero. */
export interface ReportViolations {
  /** Suppressed, though no mail went there or no report said what suppresses. */
  falselySuppressed: number;
  /** Reports that were taken, and are not in the record, or suppressed nobody though they had to. */
  lostReports: number;
}

export interface ReportJudgement {
  violations: ReportViolations;
  /** How many reports came, and how many were never taken: dead letters. */
  reports: number;
  deadLetters: number;
  cases: string[];
}

/** Holds what is kept of the reports against what was reported of which mail. */
export function judgeReports(reports: readonly MadeReport[], kept: Kept): ReportJudgement {
  const wanted = new Map(
    reports.flatMap((report) =>
      addressesToSuppress(report).map(
        (address) => [placeOf(report.mail, address), report] as const,
      ),
    ),
  );
  const taken = reports.filter(({ acknowledged }) => acknowledged);
  const there = new Set(kept.suppressed.map((each) => placeOf(each, each.address)));
  const falsely = [...there].filter((place) => !wanted.has(place));
  const unwritten = taken.filter(({ eventId, mail }) => {
    const ids = kept.events.get(mail.messageId) ?? [];
    // The parts of a report that says different things of its recipients have ids that begin with its own.
    return !ids.some((id) => id === eventId || id.startsWith(`${eventId}-`));
  });
  const unheard = taken.filter((report) =>
    addressesToSuppress(report).some((address) => !there.has(placeOf(report.mail, address))),
  );
  const lost = new Set([...unwritten, ...unheard]);
  return {
    violations: { falselySuppressed: falsely.length, lostReports: lost.size },
    reports: reports.length,
    deadLetters: reports.length - taken.length,
    cases: [
      ...falsely.map((place) => `${place}: suppressed, and nothing that was reported says so`),
      ...[...lost].map(({ eventId, kind }) => `${eventId}: a ${kind} that was taken and is lost`),
    ],
  };
}

/** Whom a report suppresses, by the rules of docs/sending.md: those that its mail went to, and of several complaints none. */
function addressesToSuppress({ kind, names, mail, tags }: MadeReport): string[] {
  if (kind !== 'permanent bounce' && kind !== 'complaint') return [];
  if (tags !== null && tags.accountId !== mail.accountId) return [];
  const named = new Set(names.map(suppressionAddress));
  const ours = mail.to.map(suppressionAddress).filter((address) => named.has(address));
  return kind === 'complaint' && ours.length > 1 ? [] : ours;
}

const placeOf = ({ accountId }: Pick<AcceptedMail, 'accountId'>, address: string) =>
  `${accountId} ${suppressionAddress(address)}`;
