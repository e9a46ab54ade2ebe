import { randomUUID } from 'node:crypto';
import type { Happening, MailHappening } from '../../shared/reports/simulator.ts';
import type { AcceptedMail } from '../mail/accepted-mail.ts';
import type { TenantChange } from '../mail/tenants.ts';
import { arn, awsAccountId, region } from '../template/names.ts';

const detailTypes: Record<Happening['type'], string> = {
  delivery: 'Email Delivered',
  bounce: 'Email Bounced',
  complaint: 'Email Complaint Received',
  deliveryDelay: 'Email Delivery Delayed',
  reject: 'Email Rejected',
};

/**
 * SES's event on EventBridge's default bus, without fields that the stack's rules and functions do not read.
 * https://docs.aws.amazon.com/ses/latest/dg/monitoring-eventbridge.html
 */
export function sesEvent(mail: AcceptedMail, happened: MailHappening, at: Date) {
  return {
    ...eventAt(at),
    'detail-type': detailTypes[happened.happening.type],
    resources: [arn('ses', `configuration-set/${mail.configurationSet}`)],
    detail: { ...described(happened, at.toISOString()), mail: mailOf(mail) },
  };
}

/** SES's event about a tenant that it does not let send any more, or lets send again. */
export function tenantEvent({ name, arn: tenantArn, isPaused }: TenantChange, at: Date) {
  return {
    ...eventAt(at),
    'detail-type': `Sending Status ${isPaused ? 'Disabled' : 'Enabled'}`,
    resources: [tenantArn],
    detail: { tenantName: name },
  };
}

function eventAt(at: Date) {
  // EventBridge's own times have no milliseconds.
  const time = at.toISOString().replace(/\.\d+/, '');
  return { version: '0', id: randomUUID(), source: 'aws.ses', account: awsAccountId, time, region };
}

function described({ happening, addresses }: MailHappening, timestamp: string) {
  switch (happening.type) {
    case 'delivery':
      return { eventType: 'Delivery', delivery: { timestamp, recipients: addresses } };
    case 'bounce': {
      const { subType: bounceSubType, words } = happening;
      const failed = { action: 'failed', status: '5.1.1', diagnosticCode: words };
      const bouncedRecipients = named(addresses, failed);
      return {
        eventType: 'Bounce',
        bounce: { bounceType: 'Permanent', bounceSubType, bouncedRecipients, timestamp },
      };
    }
    case 'complaint': {
      const kind = { complaintSubType: null, complaintFeedbackType: 'abuse' };
      const complaint = { ...kind, complainedRecipients: named(addresses), timestamp };
      return { eventType: 'Complaint', complaint };
    }
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
function mailOf({ acceptedAt, from, messageId, destination, ...mail }: AcceptedMail) {
  const given = Object.entries(mail.tags).map(([name, value]) => [name, [value]]);
  const tags = { 'ses:configuration-set': [mail.configurationSet ?? ''] };
  return {
    ...{ timestamp: acceptedAt, source: from, messageId, destination },
    tags: { ...tags, ...Object.fromEntries(given) },
  };
}
