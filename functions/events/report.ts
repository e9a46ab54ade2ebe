import { maxReasonCharacters, maxRecipients } from '../../shared/engine/limits.ts';
import { formatAddress } from '../../shared/engine/verify/address.ts';
import { parseMailbox } from '../../shared/message/mailbox.ts';
import type { DeliveryState } from '../../shared/message/message.ts';
import { suppressionAddress } from '../../shared/message/suppression.ts';
import type { Report } from '../../shared/reports/report.ts';
import type { SesEvent } from './contract.ts';

export type MailEvent = Extract<SesEvent, { detail: { mail: object } }>;

/** Reads an event's report; null if the event does not change the message's state. */
export function readReport(event: MailEvent): Report | null {
  const report = reportIn(event);
  if (report === null) return null;
  return { ...report, recipients: atMost50(report.recipients, event.detail.mail.destination) };
}

/** Keeps the first 50 addresses, the mail's own recipients first, because a mail server may name any number. */
function atMost50(recipients: Report['recipients'], destination: readonly string[] = []) {
  if (recipients.length <= maxRecipients) return recipients;
  const sentTo = new Set(destination.map((text) => suppressionAddress(addressOf(text))));
  const isOwn = ({ address }: { address: string }) => sentTo.has(suppressionAddress(address));
  const own = recipients.filter(isOwn);
  const others = recipients.filter((recipient) => !isOwn(recipient));
  return [...own, ...others].slice(0, maxRecipients);
}

function reportIn(event: MailEvent): Report | null {
  switch (event['detail-type']) {
    case 'Email Delivered': {
      const { timestamp, recipients } = event.detail.delivery;
      return report('DELIVERED', timestamp, recipients.map(about(null)));
    }
    case 'Email Bounced':
      return readBounce(event.detail.bounce);
    case 'Email Complaint Received':
      return readComplaint(event.detail.complaint);
    case 'Email Delivery Delayed': {
      const { timestamp, delayType, delayedRecipients } = event.detail.deliveryDelay;
      return report('DELAYED', timestamp, delayedRecipients.map(inItsWords), delayType);
    }
    case 'Email Rejected': {
      // SES rejects a mail for all its recipients, and does not report the time.
      const { mail, reject } = event.detail;
      return report('REJECTED', event.time, (mail.destination ?? []).map(about(reject.reason)));
    }
  }
}

type Bounce = Extract<SesEvent, { 'detail-type': 'Email Bounced' }>['detail']['bounce'];

/** Only a permanent bounce suppresses an address: a full mailbox, for example, may accept mails again later. */
function readBounce(bounce: Bounce): Report {
  const { timestamp, bounceType, bounceSubType, bouncedRecipients } = bounce;
  const category = `${bounceType}/${bounceSubType}`;
  return {
    ...report('BOUNCED', timestamp, bouncedRecipients.map(inItsWords), category),
    suppression: bounceType === 'Permanent' ? 'bounce' : null,
  };
}

type Complaint = Extract<
  SesEvent,
  { 'detail-type': 'Email Complaint Received' }
>['detail']['complaint'];

/**
 * Null for `not-spam`, which withdraws a complaint. All recipients get the same reason, so that they share one event.
 */
function readComplaint(complaint: Complaint): Report | null {
  const { timestamp, complainedRecipients, complaintFeedbackType, complaintSubType } = complaint;
  if (complaintFeedbackType === 'not-spam') return null;
  const category = complaintFeedbackType || complaintSubType || null;
  return {
    ...report(
      'COMPLAINED',
      timestamp,
      addressesOf(complainedRecipients).map(about(null)),
      category,
    ),
    suppression: 'complaint',
  };
}

function report(
  state: DeliveryState,
  timestamp: string,
  recipients: Report['recipients'],
  category: string | null = null,
): Report {
  const at = new Date(timestamp).toISOString();
  return { state, at, category: category && cut(category), recipients, suppression: null };
}

const about = (reason: string | null) => (text: string) => ({
  address: cut(addressOf(text)),
  reason: reason && cut(reason),
});

/** The beginning of a mail server's or a provider's text, which may have any length. */
function cut(text: string): string {
  return [...text.toWellFormed()].slice(0, maxReasonCharacters).join('');
}

const addressesOf = (recipients: readonly { emailAddress: string }[]) =>
  recipients.map(({ emailAddress }) => emailAddress);

function inItsWords(recipient: {
  emailAddress: string;
  diagnosticCode?: string | null | undefined;
}) {
  return about(recipient.diagnosticCode || null)(recipient.emailAddress);
}

/** The address without a display name, as the record has it. Text that is no address is returned unchanged. */
function addressOf(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? formatAddress(parsed.mailbox.address) : text;
}
