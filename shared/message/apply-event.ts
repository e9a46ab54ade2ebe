import type {
  DeliveryState,
  MessageEvent,
  MessageRecipient,
  MessageRecord,
  ReportedMessage,
  ReportedRecipient,
} from './message.ts';
import { rankOf } from './message-states.ts';
import { suppressionAddress } from './suppression.ts';

/** A report of SES about a mail that carries a message's id. */
export type ReportedEvent = MessageEvent & {
  sesMessageId: string;
};

/** The recipients of a mail, and the address that got it in their place, if a test key redirected it. */
export interface MailRecipients<R extends Pick<MessageRecipient, 'address'> = MessageRecipient> {
  recipients: readonly R[];
  redirectedTo?: string | undefined;
}

export type RecordedEvent =
  | {
      outcome: 'recorded' | 'known already';
      message: MailRecipients<Pick<MessageRecipient, 'address'>>;
      /** What stands in the record for an address of the report. Absent: itself. */
      standIn?: ((address: string) => string) | undefined;
    }
  | { outcome: 'no such message' };

/**
 * Applies a report to the recipients. A state only rises; of several reports of the same state the earliest counts. A
 * complaint that names several recipients raises none: it does not say who complained.
 */
export function applyEvent(
  mail: MailRecipients<ReportedRecipient>,
  event: MessageEvent,
): ReportedRecipient[] {
  const { recipients } = mail;
  const { state, at, reason } = event;
  const named = readNamed(mail, event);
  if (state === 'SENT' || named.isOneOfSeveral) return [...recipients];
  return recipients.map((recipient) =>
    named.recipients.includes(recipient) && outranks({ state, at }, recipient)
      ? { ...recipient, state, at, reason }
      : recipient,
  );
}

/** The state that a report gives the whole message; null if it has no recipient, or is only SES's acceptance. */
export function reportedBy(mail: MailRecipients, event: MessageEvent): DeliveryState | null {
  if (event.state === 'SENT') return null;
  return readNamed(mail, event).recipients.length > 0 ? event.state : null;
}

/** The worse of two states; null means that nothing was reported. */
export function worse(one: DeliveryState | null, other: DeliveryState | null) {
  return rankOf(other) > rankOf(one) ? other : one;
}

/** A message with all its reports: those in its record, and `reports`, which are stored beside it. */
export function withReports(
  record: MessageRecord,
  reports: readonly MessageEvent[],
): ReportedMessage {
  const events = [...record.events, ...reports].sort(byTime);
  return {
    ...record,
    recipients: events.reduce(
      (recipients, event) => applyEvent({ ...record, recipients }, event),
      record.recipients.map(unreported),
    ),
    reported: events.map((event) => reportedBy(record, event)).reduce(worse, record.reported),
    events,
  };
}

/** Whether a report replaces a recipient's state. Times in ISO 8601 compare as texts. */
function outranks(
  { state, at }: Pick<MessageEvent, 'at'> & { state: DeliveryState },
  recipient: ReportedRecipient,
): boolean {
  const rise = rankOf(state) - rankOf(recipient.state);
  return rise > 0 || (rise === 0 && recipient.at !== null && at < recipient.at);
}

/** A recipient before the first report. */
export function unreported({ address, field }: MessageRecipient): ReportedRecipient {
  return { address, field, state: null, at: null, reason: null };
}

/** By time, then by id: the result does not depend on the order in which they are read. */
function byTime(one: MessageEvent, other: MessageEvent): number {
  return one.at.localeCompare(other.at) || one.eventId.localeCompare(other.eventId);
}

/** The addresses that a report names: recipients of the mail, and others. */
interface Named<R> {
  recipients: R[];
  /** The named addresses that the mail did not go to, as the report writes them. */
  strangers: string[];
  /** Whether one of several recipients complained: most providers do not say who, and SES then names all. */
  isOneOfSeveral: boolean;
}

/**
 * Compares a report's addresses, which cannot be trusted, with the recipients of the record. A report about the address
 * that a mail was redirected to is about all its recipients.
 */
export function readNamed<R extends Pick<MessageRecipient, 'address'>>(
  { recipients, redirectedTo }: MailRecipients<R>,
  { state, addresses }: { state: DeliveryState | 'SENT'; addresses: readonly string[] },
): Named<R> {
  if (redirectedTo !== undefined) return readRedirected(recipients, redirectedTo, addresses);
  const named = new Set(addresses.map(suppressionAddress));
  const ours = new Set(recipients.map(({ address }) => suppressionAddress(address)));
  const several = [...ours].filter((address) => named.has(address)).length > 1;
  return {
    recipients: recipients.filter(({ address }) => named.has(suppressionAddress(address))),
    strangers: addresses.filter((address) => !ours.has(suppressionAddress(address))),
    isOneOfSeveral: state === 'COMPLAINED' && several,
  };
}

function readRedirected<R>(
  recipients: readonly R[],
  redirectedTo: string,
  addresses: readonly string[],
): Named<R> {
  const to = suppressionAddress(redirectedTo);
  const strangers = addresses.filter((address) => suppressionAddress(address) !== to);
  const isNamed = strangers.length < addresses.length;
  return { recipients: isNamed ? [...recipients] : [], strangers, isOneOfSeveral: false };
}
