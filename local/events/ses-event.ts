import { randomUUID } from 'node:crypto';
import type { AcceptedMail } from '../mail/accepted-mail.ts';
import type { Happening } from '../mail/simulator.ts';
import { arn, awsAccountId, region } from '../template/names.ts';

const detailTypes = {
  delivery: 'Email Delivered',
  bounce: 'Email Bounced',
  complaint: 'Email Complaint Received',
} as const;

/**
 * The event that SES would put on EventBridge's default bus.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/monitoring-eventbridge.html
 */
export function sesEvent(mail: AcceptedMail, address: string, happening: Happening, at: Date) {
  const timestamp = at.toISOString();
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailTypes[happening.type],
    source: 'aws.ses',
    account: awsAccountId,
    // EventBridge's own times have no milliseconds.
    time: timestamp.replace(/\.\d+/, ''),
    region,
    resources: [arn('ses', `configuration-set/${mail.configurationSet}`)],
    detail: { ...described(address, happening, timestamp, mail), mail: mailOf(mail) },
  };
}

function described(
  address: string,
  happening: Happening,
  timestamp: string,
  { acceptedAt, messageId, destination }: AcceptedMail,
) {
  const feedbackId = `feedback-${messageId}`;
  switch (happening.type) {
    case 'delivery': {
      const processingTimeMillis = Date.parse(timestamp) - Date.parse(acceptedAt);
      const smtpResponse = '250 2.6.0 Message received';
      return {
        eventType: 'Delivery',
        delivery: { timestamp, processingTimeMillis, recipients: [address], smtpResponse },
      };
    }
    case 'bounce': {
      const { subType, words } = happening;
      const recipient = { emailAddress: address, action: 'failed', status: '5.1.1' };
      return {
        eventType: 'Bounce',
        bounce: {
          feedbackId,
          bounceType: 'Permanent',
          bounceSubType: subType,
          bouncedRecipients: [{ ...recipient, diagnosticCode: words }],
          timestamp,
        },
      };
    }
    case 'complaint':
      return {
        eventType: 'Complaint',
        complaint: {
          feedbackId,
          complaintSubType: null,
          complainedRecipients: ofDomain(address, destination),
          timestamp,
          complaintFeedbackType: 'abuse',
          arrivalDate: timestamp,
        },
      };
  }
}

/**
 * Mailbox providers do not say who complained: SES names all of the mail's recipients on the complaining domain.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
function ofDomain(address: string, destination: readonly string[]): { emailAddress: string }[] {
  const domainOf = (one: string) => one.slice(one.lastIndexOf('@') + 1).toLowerCase();
  const named = destination.filter((one) => domainOf(one) === domainOf(address));
  return [...new Set(named)].map((emailAddress) => ({ emailAddress }));
}

/** The mail in an event. A tag's values are a list; SES adds its own tags. */
function mailOf({ acceptedAt, from, messageId, destination, subject, ...mail }: AcceptedMail) {
  const own = {
    'ses:operation': ['SendEmail'],
    'ses:configuration-set': [mail.configurationSet ?? ''],
    'ses:source-ip': ['127.0.0.1'],
    'ses:caller-identity': ['local'],
  };
  const given = Object.entries(mail.tags).map(([name, value]) => [name, [value]]);
  return {
    timestamp: acceptedAt,
    source: from,
    sendingAccountId: awsAccountId,
    messageId,
    destination,
    headersTruncated: false,
    headers: [],
    commonHeaders: { from: [from], to: destination, messageId, subject },
    tags: { ...own, ...Object.fromEntries(given) },
  };
}
