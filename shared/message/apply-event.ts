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
  /** SES's id of the mail that it reports on. */
  sesMessageId: string;
};

/**
 * The recipients after a report. A recipient's state only rises, and of several reports of one state
 * the earliest counts, in whatever order they come. A complaint of one among several raises no
 * recipient's state: the report does not say whose.
 */
export function applyEvent(
  recipients: readonly ReportedRecipient[],
  event: MessageEvent,
): ReportedRecipient[] {
  const { state, at, reason } = event;
  const named = readNamed(recipients, event);
  if (state === 'SENT' || named.isOneOfSeveral) return [...recipients];
  return recipients.map((recipient) =>
    named.recipients.includes(recipient) && outranks({ state, at }, recipient)
      ? { ...recipient, state, at, reason }
      : recipient,
  );
}

/**
 * What a report says of its message as a whole; null where it says nothing of whom the mail went to.
 * A complaint of one among several is one of the message.
 */
export function reportedBy(
  recipients: readonly MessageRecipient[],
  event: MessageEvent,
): DeliveryState | null {
  if (event.state === 'SENT') return null;
  return readNamed(recipients, event).recipients.length > 0 ? event.state : null;
}

/** The worse of two states; null is nothing reported. */
export function worse(one: DeliveryState | null, other: DeliveryState | null) {
  return rankOf(other) > rankOf(one) ? other : one;
}

/** A message with the reports that its record keeps, and with those that are kept beside it. */
export function withReports(
  record: MessageRecord,
  reports: readonly MessageEvent[],
): ReportedMessage {
  const events = [...record.events, ...reports].sort(byTime);
  return {
    ...record,
    recipients: events.reduce(applyEvent, record.recipients.map(unreported)),
    reported: events
      .map((event) => reportedBy(record.recipients, event))
      .reduce(worse, record.reported),
    events,
  };
}

/** Times are ISO 8601 in UTC with milliseconds: their order is that of their texts. */
function outranks(
  { state, at }: Pick<MessageEvent, 'at'> & { state: DeliveryState },
  recipient: ReportedRecipient,
): boolean {
  const rise = rankOf(state) - rankOf(recipient.state);
  return rise > 0 || (rise === 0 && recipient.at !== null && at < recipient.at);
}

const unreported = ({ address, field }: MessageRecipient): ReportedRecipient => {
  return { address, field, state: null, at: null, reason: null };
};

/** Of the same time, in the order of their ids: the end is the same in whatever order they are read. */
function byTime(one: MessageEvent, other: MessageEvent): number {
  return one.at.localeCompare(other.at) || one.eventId.localeCompare(other.eventId);
}

/** Whom a report names, as far as its mail is concerned. */
interface Named<R> {
  /** Those that the mail went to, in the order of the record. */
  recipients: R[];
  /** Those that it did not go to, as the report writes them. */
  strangers: string[];
  /**
   * Whether somebody of several has complained. Most providers do not say who: SES then names everyone of the
   * provider's domain that the mail went to.
   *
   * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
   */
  isOneOfSeveral: boolean;
}

/**
 * Compares whom a report names with the recipients of the record, in the form in which suppressed addresses are
 * kept. A report is not to be trusted with addresses: those of a bounce come from the mail server of a
 * recipient, which may write any, and those of a complaint are a guess.
 */
export function readNamed<R extends Pick<MessageRecipient, 'address'>>(
  recipients: readonly R[],
  { state, addresses }: { state: DeliveryState | 'SENT'; addresses: readonly string[] },
): Named<R> {
  const named = new Set(addresses.map(suppressionAddress));
  const ours = new Set(recipients.map(({ address }) => suppressionAddress(address)));
  const several = [...ours].filter((address) => named.has(address)).length > 1;
  return {
    recipients: recipients.filter(({ address }) => named.has(suppressionAddress(address))),
    strangers: addresses.filter((address) => !ours.has(suppressionAddress(address))),
    isOneOfSeveral: state === 'COMPLAINED' && several,
  };
}
