import { suppressionAddress } from '../../../shared/message/suppression.ts';
import type { AcceptedMail } from '../faults/ses.ts';
import type { MadeReport } from './reporting.ts';

/** The records of reports at the end of a run. */
export interface KeptReports {
  /** The ids of the events in the record of each message, by the message's id. */
  events: ReadonlyMap<string, readonly string[]>;
  suppressed: readonly { accountId: string; address: string }[];
}

/** Compares the records with the reports. Also counts the reports, and the dead letters, which were never accepted. */
export function judgeReports(reports: readonly MadeReport[], kept: KeptReports) {
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
    // A report that says different things about its recipients is recorded in parts, whose ids begin with its id.
    return !ids.some((id) => id === eventId || id.startsWith(`${eventId}-`));
  });
  const ignored = taken.filter((report) =>
    addressesToSuppress(report).some((address) => !there.has(placeOf(report.mail, address))),
  );
  const lost = new Set([...unwritten, ...ignored]);
  return {
    violations: { 'falsely suppressed': falsely.length, 'reports taken and lost': lost.size },
    reports: reports.length,
    deadLetters: reports.length - taken.length,
    cases: [
      ...falsely.map((place) => `${place}: suppressed, although no report says so`),
      ...[...lost].map(({ eventId, kind }) => `${eventId}: a ${kind} that was taken but is lost`),
    ],
  };
}

/** The recipients that a report must suppress by the rules of docs/sending.md; for a complaint, only a single recipient. */
function addressesToSuppress({ kind, names, mail, tags }: MadeReport): string[] {
  if (kind !== 'permanent bounce' && kind !== 'complaint') return [];
  if (tags !== null && tags.accountId !== mail.accountId) return [];
  const named = new Set(names.map(suppressionAddress));
  const ours = mail.to.map(suppressionAddress).filter((address) => named.has(address));
  return kind === 'complaint' && ours.length > 1 ? [] : ours;
}

const placeOf = ({ accountId }: Pick<AcceptedMail, 'accountId'>, address: string) =>
  `${accountId} ${suppressionAddress(address)}`;
