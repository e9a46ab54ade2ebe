import type { DeliveryState, MessageEvent, MessageRecipient, MessageRecord } from './message.ts';
import { rankOf } from './message-states.ts';
import { readNamed } from './named-recipients.ts';

/** A report of SES about a mail that carries a message's id. */
export type ReportedEvent = MessageEvent & {
  /** SES's id of the mail that it reports on. */
  sesMessageId: string;
};

/** What an event changes of a record. */
export interface EventChanges {
  /** The recipients whose state rises, as they are then. */
  recipients: MessageRecipient[];
  /** Whether the event is the first to prove that SES accepted the mail. */
  settles: boolean;
}

/**
 * What a report changes, without a change to the record. A recipient's state only rises, and of
 * several reports of one state the earliest counts, in whatever order they come. A complaint of one among
 * several raises no state: the report does not say whose. Whatever
 * was assumed of the send, a report about it proves that SES accepted it.
 */
export function applyEvent(
  { recipients, state }: Pick<MessageRecord, 'recipients' | 'state'>,
  { state: reported, at, addresses, reason }: ReportedEvent,
): EventChanges {
  const settles = state !== 'SENT';
  if (reported === 'SENT') return { recipients: [], settles };
  const named = readNamed(recipients, { state: reported, addresses });
  if (named.isOneOfSeveral) return { recipients: [], settles };
  const rising = named.recipients.filter((recipient) =>
    outranks({ state: reported, at }, recipient),
  );
  return {
    recipients: rising.map((recipient) => ({ ...recipient, state: reported, at, reason })),
    settles,
  };
}

/** Times are ISO 8601 in UTC with milliseconds: their order is that of their texts. */
function outranks(
  { state, at }: Pick<MessageEvent, 'at'> & { state: DeliveryState },
  recipient: Pick<MessageRecipient, 'state' | 'at'>,
): boolean {
  const rise = rankOf(state) - rankOf(recipient.state);
  return rise > 0 || (rise === 0 && recipient.at !== null && at < recipient.at);
}
