import { createHash } from 'node:crypto';
import { toBase62 } from '../keys/base62.ts';
import { applyEvent, readNamed, unreported } from '../message/apply-event.ts';
import type {
  DeliveryState,
  MessageEvent,
  MessageRecipient,
  ReportedMessage,
} from '../message/message.ts';
import { isTestMessage } from '../message/message-id.ts';
import { type Suppression, suppressionAddress } from '../message/suppression.ts';

/** The type of the event that a report makes, by the state that it reports. */
const typeOf = {
  DELIVERED: 'message.delivered',
  DELAYED: 'message.delayed',
  BOUNCED: 'message.bounced',
  REJECTED: 'message.rejected',
  COMPLAINED: 'message.complained',
} as const satisfies Record<DeliveryState, string>;

/** What was reported of one recipient of a message, as a webhook receives it: JSON of at most 20 KB. */
export interface WebhookEvent {
  type: (typeof typeOf)[DeliveryState];
  /** ISO 8601, the time of the report. */
  timestamp: string;
  data: {
    /** postrider's own id of the message. */
    id: string;
    /** SES's id, or `captured-…` of a captured mail; null if it is not known. */
    messageId: string | null;
    /** The caller's own name of the message; null if it gave none. */
    reference: string | null;
    templateId: string;
    revision: number;
    keyId: string;
    /** The recipient's address. */
    to: string;
    /** The field that named the recipient. */
    field: MessageRecipient['field'];
    /**
     * The recipient's state after the report. It only rises, so a late report of a lower state does not change it. Null
     * if nothing is known of the recipient: a complaint that names several recipients changes no state.
     */
    state: DeliveryState | null;
    /** See `MessageEvent`. */
    category: string | null;
    reason: string | null;
    /** Whether the report put the address on the suppression list. */
    suppressed: boolean;
    /** Whether a test key made the message. */
    test: boolean;
  };
}

/** An event with its id. A repeat of the same report has the same ids. */
export interface IdentifiedEvent {
  /** `evt_` and 22 base62 characters. */
  id: string;
  /** The state that the report gives, which `type` names. */
  reported: DeliveryState;
  event: WebhookEvent;
}

/** The events of all reports on a message, in the order of time: see `eventsOfReport`. */
export function eventsOfMessage(
  message: ReportedMessage,
  suppressed: readonly Suppression[],
): IdentifiedEvent[] {
  let recipients = message.recipients.map(unreported);
  return message.events.flatMap((report) => {
    recipients = applyEvent({ ...message, recipients }, report);
    return eventsOfReport({ ...message, recipients }, report, suppressed);
  });
}

/**
 * The events of one report: one for each recipient of the mail that it names. `message` has the states after the
 * report. A report that SES accepted the mail makes no event, because the caller's answer says that.
 */
export function eventsOfReport(
  message: ReportedMessage,
  report: MessageEvent,
  suppressed: readonly Suppression[],
): IdentifiedEvent[] {
  const { state } = report;
  if (state === 'SENT') return [];
  const { messageId } = message;
  const maySuppress = state === 'BOUNCED' || state === 'COMPLAINED';
  const ours = maySuppress ? suppressed.filter((each) => each.messageId === messageId) : [];
  const addresses = new Set(ours.map(({ address }) => address));
  return readNamed(message, report).recipients.map((recipient) => ({
    id: eventIdOf(messageId, report.eventId, recipient.address),
    reported: state,
    event: {
      type: typeOf[state],
      timestamp: report.at,
      data: {
        id: messageId,
        messageId: message.sesMessageId,
        reference: message.reference ?? null,
        templateId: message.templateId,
        revision: message.revision,
        keyId: message.keyId,
        to: recipient.address,
        field: recipient.field,
        state: recipient.state,
        category: report.category,
        reason: report.reason,
        suppressed: addresses.has(suppressionAddress(recipient.address)),
        test: isTestMessage(messageId),
      },
    },
  }));
}

/** Derived, so that a receiver recognises an event that it gets twice. */
function eventIdOf(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
  return `evt_${toBase62(BigInt(`0x${hash}`), 22)}`;
}
