import { createHash } from 'node:crypto';
import {
  type AccountEventType,
  type MessageEventType,
  messageEventTypes,
} from '../engine/webhook-types.ts';
import { toBase62 } from '../keys/base62.ts';
import type { AccountSending } from '../message/account-sending.ts';
import { applyEvent, readNamed, unreported } from '../message/apply-event.ts';
import type {
  DeliveryState,
  MessageEvent,
  MessageRecipient,
  MessageRecord,
  ReportedMessage,
  SendState,
} from '../message/message.ts';
import { isTestMessage } from '../message/message-id.ts';
import { messageIdHeaderOf } from '../message/message-id-header.ts';
import { type Reply, type StoredReply, shownReply } from '../message/reply.ts';
import { isTenantPaused, sendingPaused } from '../message/send-outcome.ts';
import { type Suppression, suppressionAddress } from '../message/suppression.ts';

/** How a message can end whose caller does not wait for the send: a scheduled message, or one of a batch. */
export type EndState = Extract<SendState, 'SENT' | 'FAILED' | 'UNKNOWN' | 'CANCELLED'>;

/** The type of an event, by the state that is reported of a recipient or in which a message ended. */
export const typeOf = messageEventTypes satisfies Record<
  DeliveryState | EndState,
  RecipientEvent['type']
>;

/** An event as a webhook receives it: JSON of at most 64 KB. */
export type WebhookEvent = RecipientEvent | ReplyEvent | AccountEvent | TestEvent;

/** An event that an operator asked for. It is about no message. */
export interface TestEvent {
  type: 'webhook.test';
  /** ISO 8601. */
  timestamp: string;
  data: { webhookId: string };
}

/** An account was paused, or sends again. It is about no message. */
export interface AccountEvent {
  type: AccountEventType;
  /** ISO 8601, when it was found. */
  timestamp: string;
  data: { accountId: string } & Pick<AccountSending, 'by' | 'reason' | 'at'>;
}

/** The message that an event is about. */
interface MessageData {
  /** postrider's own id of the message. */
  id: string;
  /** SES's id, or `captured-…` of a captured mail; null if it is not known. */
  messageId: string | null;
  /** The mail's header `Message-ID`; null if there is no `messageId`, or the mail was captured. */
  messageIdHeader: string | null;
  /** The caller's own name of the message; null if it gave none. */
  reference: string | null;
  templateId: string;
  revision: number;
  /** The tag of the language that the mail's content was taken in; null if the template does not say it. */
  language: string | null;
  keyId: string;
  test: boolean;
}

/** A report on one recipient of a message, or the end of its message. */
export interface RecipientEvent {
  type: Exclude<MessageEventType, ReplyEvent['type']>;
  /** ISO 8601, the time of the report or of the message's end. */
  timestamp: string;
  data: MessageData & {
    to: string;
    /** The field that named the recipient. */
    field: MessageRecipient['field'];
    /** The recipient's state after the report, or null if a complaint names several; at an end, the message's. */
    state: DeliveryState | EndState | null;
    /** See `MessageEvent`; null at a message's end. */
    category: string | null;
    /** See `MessageEvent`; at a message's end its error. */
    reason: string | null;
    suppressed: boolean;
  };
}

/** A reply to a message. */
export interface ReplyEvent {
  type: 'message.replied';
  /** ISO 8601, when SES received it. */
  timestamp: string;
  data: MessageData & { reply: Reply };
}

/** The event of a reply. A mail that comes again has the same id. */
export function eventOfReply(
  message: MessageRecord,
  reply: StoredReply,
  region?: string,
): { id: string; event: ReplyEvent } {
  const { messageId } = message;
  return {
    id: eventIdOf(messageId, messageEventTypes.REPLIED, reply.id),
    event: {
      type: messageEventTypes.REPLIED,
      timestamp: reply.at,
      data: {
        ...namesOf(message, region),
        test: isTestMessage(messageId),
        reply: shownReply(reply),
      },
    },
  };
}

/** An event with its id. A repeat of the same report has the same ids. */
export interface IdentifiedEvent {
  /** `evt_` and 22 base62 characters. */
  id: string;
  /** The state that the report gives, or the message's at its end, which `type` names. */
  reported: DeliveryState | EndState;
  event: RecipientEvent;
}

/**
 * The events of a message's end if it was scheduled, then those of all reports on it, in the order of time. `region`:
 * where SES sent the mail; default as for `messageIdHeaderOf`.
 */
export function eventsOfMessage(
  message: ReportedMessage,
  suppressed: readonly Suppression[],
  region?: string,
): IdentifiedEvent[] {
  const { state, sendAt } = message;
  const end = sendAt !== undefined && hasEnded(state) ? eventsOfEnd(message, state, region) : [];
  let recipients = message.recipients.map(unreported);
  const reported = message.events.flatMap((report) => {
    recipients = applyEvent({ ...message, recipients }, report);
    return eventsOfReport({ ...message, recipients }, report, suppressed, region);
  });
  return [...end, ...reported];
}

/** Whether a message in this state has ended, so that a caller who does not wait for it is told. */
export function hasEnded(state: SendState): state is EndState {
  return state === 'SENT' || state === 'FAILED' || state === 'UNKNOWN' || state === 'CANCELLED';
}

/** The events of the end of a message whose caller does not wait for it: one for each recipient. */
export function eventsOfEnd(
  message: MessageRecord,
  state: EndState,
  region?: string,
): IdentifiedEvent[] {
  const { messageId, settledAt, createdAt, error } = message;
  return message.recipients.map(({ address, field }) => ({
    id: eventIdOf(messageId, state, address),
    reported: state,
    event: {
      type: typeOf[state],
      timestamp: settledAt ?? createdAt,
      data: {
        ...namesOf(message, region),
        to: address,
        field,
        state,
        category: null,
        reason: error !== null && isTenantPaused(error) ? sendingPaused : error,
        suppressed: false,
        test: isTestMessage(messageId),
      },
    },
  }));
}

function namesOf(message: MessageRecord, region: string | undefined) {
  const { messageId: id, sesMessageId: messageId, templateId, revision, keyId } = message;
  const { reference = null, language = null } = message;
  const messageIdHeader = messageIdHeaderOf(messageId, region);
  return { id, messageId, messageIdHeader, reference, templateId, revision, language, keyId };
}

/** The events of a report, one for each recipient of the mail that it names; none if SES accepted the mail. */
export function eventsOfReport(
  message: ReportedMessage,
  report: MessageEvent,
  suppressed: readonly Suppression[],
  region?: string,
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
        ...namesOf(message, region),
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

/** An id that is derived, not random, so that a receiver recognises an event that it gets twice. */
export function eventIdOf(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
  return `evt_${toBase62(BigInt(`0x${hash}`), 22)}`;
}
