import { type RecordedEvent, type ReportedEvent, readNamed } from '../message/apply-event.ts';
import { isTestMessage } from '../message/message-id.ts';
import type { MessagePlace } from '../message/message-store.ts';
import { forgottenEntry, type Suppression, suppressionAddress } from '../message/suppression.ts';
import { personIn } from '../people/late-report.ts';
import type { Report } from './report.ts';

export interface ReportPorts {
  recordEvent: (
    accountId: string,
    messageId: string,
    event: ReportedEvent,
  ) => Promise<RecordedEvent>;
  /** Null if addresses are not suppressed automatically. */
  suppress: ((accountId: string, suppression: Suppression) => Promise<unknown>) | null;
}

type RecordedMail = Extract<RecordedEvent, { message: object }>;

/** The id of a report, and of the mail that it is about. */
export interface ReportIds {
  /** A report with the same id is recorded once. */
  eventId: string;
  sesMessageId: string;
}

/** Records a report, and suppresses the recipient of a hard bounce or a complaint. It may be repeated, in any order. */
export async function applyReport(
  report: Report,
  ids: ReportIds,
  place: MessagePlace,
  ports: ReportPorts,
): Promise<RecordedEvent['outcome']> {
  const recorded = await record(report, ids, place, ports);
  if (recorded.outcome === 'no such message') return recorded.outcome;
  // If the function stops before this line, the report is `known already` when it is applied again, and this line
  // still runs.
  await suppressNamed(report, recorded, place, ports);
  return recorded.outcome;
}

/** Records one event for all recipients with the same reason. */
async function record(
  { state, at, category, recipients }: Report,
  { eventId, sesMessageId }: ReportIds,
  { accountId, messageId }: MessagePlace,
  { recordEvent }: ReportPorts,
): Promise<RecordedEvent> {
  const groups = Map.groupBy(recipients, ({ reason }) => reason);
  const parts = groups.size > 0 ? [...groups] : [[null, []] as const];
  let isNew = false;
  let last: RecordedEvent = { outcome: 'no such message' };
  for (const [index, [reason, members]] of parts.entries()) {
    last = await recordEvent(accountId, messageId, {
      eventId: index === 0 ? eventId : `${eventId}-${index + 1}`,
      sesMessageId,
      state,
      at,
      category,
      reason,
      addresses: members.map(({ address }) => address),
    });
    if (last.outcome === 'no such message') return last;
    isNew ||= last.outcome === 'recorded';
  }
  return isNew && last.outcome === 'known already' ? { ...last, outcome: 'recorded' } : last;
}

/** Suppresses the recipients that the report names; none of several, of whom perhaps one complained. */
async function suppressNamed(
  { state, at, category, recipients: reported, suppression: reason }: Report,
  { message: { recipients, redirectedTo }, standIn = (address) => address }: RecordedMail,
  { accountId, messageId }: MessagePlace,
  { suppress }: ReportPorts,
): Promise<void> {
  if (reason === null || suppress === null) return;
  const words = new Map(
    reported.map(({ address, reason }) => [suppressionAddress(standIn(address)), reason]),
  );
  const suppressible = isTestMessage(messageId) ? ofTestMail(reason, redirectedTo) : recipients;
  const named = readNamed({ recipients: suppressible }, { state, addresses: [...words.keys()] });
  if (named.isOneOfSeveral) return;
  for (const { address } of named.recipients) {
    const person = personIn(address);
    if (person !== null) {
      const entry = { address: forgottenEntry(person), detail: null, messageId: null };
      await suppress(accountId, { ...entry, reason, at });
      continue;
    }
    const detail = words.get(suppressionAddress(address)) ?? category;
    await suppress(accountId, { address, reason, at, detail, messageId });
  }
}

/** A test key's mail suppresses nothing, except the address that it was redirected to: SES counts that bounce too. */
function ofTestMail(reason: Report['suppression'], address: string | undefined) {
  return reason === 'bounce' && address !== undefined ? [{ address }] : [];
}
