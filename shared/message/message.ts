import type { DoorName } from '../engine/doors.ts';
import type { ListedFile } from './attachment.ts';
import type { AddressField } from './recipients.ts';

/**
 * How far an attempt to send has come. SCHEDULED: not due yet. CANCELLED: before it was due. SENDING: from directly
 * before the call of SES until the result is recorded. UNKNOWN: SES may have accepted the mail. REFUSED: the flow
 * refused the request.
 */
export type SendState =
  | 'SCHEDULED'
  | 'CANCELLED'
  | 'SENDING'
  | 'SENT'
  | 'FAILED'
  | 'UNKNOWN'
  | 'REFUSED';

/** What SES reported of one recipient afterwards. */
export type DeliveryState = 'DELAYED' | 'DELIVERED' | 'BOUNCED' | 'REJECTED' | 'COMPLAINED';

/** The state of a message as a whole: the worst of its recipients, once SES has reported one. */
export type MessageState = SendState | DeliveryState;

export interface MessageRecipient {
  /** As SES knows it: without a name, the domain in A-labels. */
  address: string;
  field: Exclude<AddressField, '_replyTo'>;
}

/** The addresses of a mail's recipients, and the one that gets the mail in their place, if there is one. */
export function addressesOf({
  recipients,
  redirectedTo,
}: Pick<MessageRecord, 'recipients' | 'redirectedTo'>): string[] {
  const addresses = recipients.map(({ address }) => address);
  return redirectedTo === undefined ? addresses : [...addresses, redirectedTo];
}

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
  addresses: string[];
  /** SES's category of a bounce (`Permanent/General`), delay (`MailboxFull`) or complaint (`abuse`); else null. */
  category: string | null;
  reason: string | null;
}

/** The key id of a test mail, which a person sent from the dashboard or with `template test`. */
export const dashboardKeyId = 'dashboard';

/** One attempt to send, recorded before the mail is sent. The body of the mail is not stored. */
export interface MessageRecord {
  accountId: string;
  /** A ULID: the order of ids is the order of time. */
  messageId: string;
  requestId: string;
  keyId: string;
  templateId: string;
  revision: number;
  /** The template that the mail was made of, if a branch of the flow led to it; absent otherwise. */
  branchedTo?: { templateId: string; revision: number } | undefined;
  /** Empty for a refused request. */
  subject: string;
  recipients: MessageRecipient[];
  state: SendState;
  /** A token of the one attempt that may settle this record. */
  owner: string;
  /** Milliseconds; after this time SENDING counts as UNKNOWN, because the owner has stopped. */
  leaseUntilMs: number;
  /** ISO 8601, when the message was recorded: as SENDING, or as SCHEDULED. */
  createdAt: string;
  /** ISO 8601 in UTC, when a scheduled message is to be sent; absent if it was not scheduled. */
  sendAt?: string | undefined;
  /** ISO 8601, when the attempt was settled; null until then. */
  settledAt: string | null;
  sesMessageId: string | null;
  /** SES's sentence if it refused; ours if its answer was lost or the flow refused. Later reports do not change it. */
  error: string | null;
  /** The wrong input of a refused request: a variable's name or a delivery field; absent otherwise. */
  field?: string | undefined;
  /** The caller's own name of the message (`_reference`); absent if it gave none. */
  reference?: string | undefined;
  /** The door by which the request came; absent for `/v1`, and for a door of a later version. */
  door?: DoorName | undefined;
  /** The message whose kept mail this one sends again; absent for any other. */
  againOf?: string | undefined;
  /** The tag of the language that its content was taken in; absent if the template does not say it. */
  language?: string | undefined;
  /** The address that got the mail in place of its recipients, because a test key redirects to it. */
  redirectedTo?: string | undefined;
  /** Recipients that the list of a test key does not let through, so that they did not get the mail. */
  leftOut?: readonly string[] | undefined;
  attachments?: readonly ListedFile[] | undefined;
  /** The address of its thread, which only its receivers know; absent if its replies go elsewhere. */
  replyTo?: string | undefined;
  /** The ids of the replies to it, sorted; absent if there are none. */
  replyIds?: readonly string[] | undefined;
  /** What stands for the people who were forgotten in this record (`personOf`), sorted; absent if there are none. */
  forgotten?: readonly string[] | undefined;
  /** The answer that the caller got, byte for byte; null until settled. */
  answer: string | null;
  /** The worst state that SES has reported of any recipient; null until it reports one. */
  reported: DeliveryState | null;
  /** The reports in the record itself: all reports if the mail has one recipient, none if it has several. */
  events: MessageEvent[];
  /** The steps of the flow, without values and addresses. */
  trace: readonly unknown[];
  /** Seconds: the record is not shown from this time on, and DynamoDB deletes it some time later. */
  expiresAt: number;
}

export interface ReportedMessage extends MessageRecord {
  recipients: ReportedRecipient[];
  /** All reports, in the order of time, wherever they are kept. */
  events: MessageEvent[];
}
