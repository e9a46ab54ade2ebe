import type {
  DeliveryState,
  MessageEvent,
  MessageRecipient,
  MessageRecord,
  ReportedMessage,
  ReportedRecipient,
} from './message.ts';
import { rankOf } from './message-states.ts';
import { readNamed } from './named-recipients.ts';

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
