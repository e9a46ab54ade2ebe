import { randomUUID } from 'node:crypto';
import type { Happening, MailHappening } from '../../shared/reports/simulator.ts';
import type { AcceptedMail } from '../mail/accepted-mail.ts';
import { arn, awsAccountId, region } from '../template/names.ts';

const detailTypes: Record<Happening['type'], string> = {
  delivery: 'Email Delivered',
  bounce: 'Email Bounced',
  complaint: 'Email Complaint Received',
  deliveryDelay: 'Email Delivery Delayed',
  reject: 'Email Rejected',
};

/**
 * The event that SES would put on EventBridge's default bus.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/monitoring-eventbridge.html
 */
export function sesEvent(mail: AcceptedMail, happened: MailHappening, at: Date) {
  const timestamp = at.toISOString();
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailTypes[happened.happening.type],
    source: 'aws.ses',
    account: awsAccountId,
    // EventBridge's own times have no milliseconds.
    time: timestamp.replace(/\.\d+/, ''),
    region,
    resources: [arn('ses', `configuration-set/${mail.configurationSet}`)],
    detail: { ...described(happened, timestamp, mail), mail: mailOf(mail) },
  };
}

function described(
  { happening, addresses }: MailHappening,
  timestamp: string,
  { acceptedAt, messageId }: AcceptedMail,
) {
  const feedbackId = `feedback-${messageId}`;
  switch (happening.type) {
    case 'delivery': {
      const processingTimeMillis = Date.parse(timestamp) - Date.parse(acceptedAt);
      const smtpResponse = '250 2.6.0 Message received';
      return {
        eventType: 'Delivery',
        delivery: { timestamp, processingTimeMillis, recipients: addresses, smtpResponse },
      };
    }
    case 'bounce': {
      const { subType, words } = happening;
      const failed = { action: 'failed', status: '5.1.1', diagnosticCode: words };
      return {
        eventType: 'Bounce',
        bounce: {
          feedbackId,
          bounceType: 'Permanent',
          bounceSubType: subType,
          bouncedRecipients: named(addresses, failed),
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
          complainedRecipients: named(addresses),
          timestamp,
          complaintFeedbackType: 'abuse',
          arrivalDate: timestamp,
        },
      };
    case 'deliveryDelay': {
      const { delayType, words } = happening;
      const delayed = { status: '4.2.2', diagnosticCode: words };
      return {
        eventType: 'DeliveryDelay',
        deliveryDelay: { delayType, delayedRecipients: named(addresses, delayed), timestamp },
      };
    }
    case 'reject':
      return { eventType: 'Reject', reject: { reason: happening.words } };
  }
}

/** Recipients as SES names them, each with the same details. */
const named = (addresses: readonly string[], details: object = {}) =>
  addresses.map((emailAddress) => ({ emailAddress, ...details }));

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
