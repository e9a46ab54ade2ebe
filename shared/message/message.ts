import type { AddressField } from './recipients.ts';

/**
 * How far an attempt to send has come. It is SENDING from directly before SES is called until what
 * came of it is written down; UNKNOWN says that SES may have accepted the mail or not.
 */
export type SendState = 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN';

/** What SES reported of one recipient afterwards. */
export type DeliveryState = 'DELAYED' | 'DELIVERED' | 'BOUNCED' | 'REJECTED' | 'COMPLAINED';

/** What a message as a whole shows: the worst of its recipients, once something was reported. */
export type MessageState = SendState | DeliveryState;

export interface MessageRecipient {
  /** As SES knows it: without a name, the domain in A-labels. */
  address: string;
  field: Exclude<AddressField, '_replyTo'>;
}

/** A recipient with what SES has reported of it. */
export interface ReportedRecipient extends MessageRecipient {
  /** Null until SES reports something. */
  state: DeliveryState | null;
  /** ISO 8601, the time that SES gives in its report; null until then. */
  at: string | null;
  /** SES's own words about a bounce, a delay or a complaint. */
  reason: string | null;
}

/** One report of SES, as it was recorded. */
export interface MessageEvent {
  /** The event's own id: a report that comes twice is recorded once. */
  eventId: string;
  state: DeliveryState | 'SENT';
  /** ISO 8601, the time that SES gives. */
  at: string;
  /** Whom it is about. */
  addresses: string[];
  /**
   * SES's own word for what kind it is: of a bounce its type and subtype (`Permanent/General`), of
   * a delay its type (`MailboxFull`), of a complaint its feedback type (`abuse`); null elsewhere.
   */
  category: string | null;
  reason: string | null;
}

/** The key id of a test mail that the dashboard sent. */
export const dashboardKeyId = 'dashboard';

/** One attempt to send, written down before it happens. Bodies are not kept. */
export interface MessageRecord {
  accountId: string;
  /** A ULID: the order of ids is the order of time. */
  messageId: string;
  requestId: string;
  keyId: string;
  templateId: string;
  revision: number;
  subject: string;
  recipients: MessageRecipient[];
  state: SendState;
  /** Who may settle it: a token of the one attempt. */
  owner: string;
  /** Milliseconds; SENDING past this is UNKNOWN, because its owner has stopped. */
  leaseUntilMs: number;
  /** ISO 8601, when SENDING was written. */
  createdAt: string;
  /** ISO 8601, when the end was written; null until then. */
  settledAt: string | null;
  /** SES's id of an accepted mail. */
  sesMessageId: string | null;
  /** SES's own sentence where it refused, ours where its answer was lost, whatever was reported since. */
  error: string | null;
  /** The answer that the caller got, byte for byte; null until settled. */
  answer: string | null;
  /** The worst that is reported of any recipient; null until SES reports something of one. */
  reported: DeliveryState | null;
  /** The reports that the record itself keeps: all of a mail to one recipient, none of a mail to several. */
  events: MessageEvent[];
  /** The steps of the flow: neither values nor addresses. */
  trace: readonly unknown[];
  /** Seconds: DynamoDB deletes it some time after, and it is not shown any more. */
  expiresAt: number;
}

/** A message with all that SES has reported of it. */
export interface ReportedMessage extends MessageRecord {
  recipients: ReportedRecipient[];
  /** All reports, in the order of time, wherever they are kept. */
  events: MessageEvent[];
}
