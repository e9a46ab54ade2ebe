/** SES's events on the bus, also with the fields that the function does not read. */

export interface PayloadOptions {
  id?: string;
  /** The time of the event, in ISO 8601. */
  at?: string;
  tags?: Record<string, string[]>;
  sesMessageId?: string;
  destination?: string[];
}

export const tags = {
  'postrider-account': ['acme'],
  'postrider-message': ['01J4ZC7Q3N8D2V5K6M9R0T1W2X'],
};

export const defaultAt = '2026-08-01T10:00:02.112Z';

function envelope(type: string, detail: object, options: PayloadOptions) {
  const { id = 'event-1', at = defaultAt, sesMessageId = '0100018f-1' } = options;
  return {
    version: '0',
    id,
    'detail-type': type,
    source: 'aws.ses',
    account: '111122223333',
    time: at.replace(/\.\d+/, ''),
    region: 'eu-west-1',
    resources: ['arn:aws:ses:eu-west-1:111122223333:configuration-set/postrider-set'],
    detail: {
      ...detail,
      mail: {
        timestamp: '2026-08-01T10:00:00.001Z',
        source: 'Shop <shop@example.com>',
        sourceArn: 'arn:aws:ses:eu-west-1:111122223333:identity/example.com',
        sendingAccountId: '111122223333',
        messageId: sesMessageId,
        destination: options.destination ?? ['ada@example.com'],
        headersTruncated: false,
        headers: [{ name: 'From', value: 'Shop <shop@example.com>' }],
        commonHeaders: { from: ['Shop <shop@example.com>'], subject: 'Your order' },
        tags: {
          'ses:source-tls-version': ['TLSv1.3'],
          'ses:operation': ['SendEmail'],
          'ses:configuration-set': ['postrider-set'],
          'ses:outgoing-ip': ['192.0.2.7'],
          ...(options.tags ?? tags),
        },
      },
    },
  };
}

export function delivery(recipients = ['ada@example.com'], options: PayloadOptions = {}) {
  const delivery = {
    timestamp: options.at ?? defaultAt,
    processingTimeMillis: 1912,
    recipients,
    smtpResponse: '250 2.0.0 OK 1785578402 af79cd13be357',
    remoteMtaIp: '192.0.2.25',
    reportingMTA: 'a6-54.smtp-out.eu-west-1.amazonses.com',
  };
  return envelope('Email Delivered', { eventType: 'Delivery', delivery }, options);
}

export interface Bounce {
  type?: 'Permanent' | 'Transient' | 'Undetermined';
  subType?: string;
  recipients?: { emailAddress: string; diagnosticCode?: string }[];
}

export function bounce(
  { type = 'Permanent', subType = 'General', recipients }: Bounce = {},
  options: PayloadOptions = {},
) {
  const one = { emailAddress: 'ada@example.com', diagnosticCode: 'smtp; 550 5.1.1 no such user' };
  const bounce = {
    feedbackId: '0100018f-9e1c-feedback',
    bounceType: type,
    bounceSubType: subType,
    bouncedRecipients: (recipients ?? [one]).map((each) => ({
      action: 'failed',
      status: '5.1.1',
      ...each,
    })),
    timestamp: options.at ?? defaultAt,
    reportingMTA: 'dns; a6-54.smtp-out.eu-west-1.amazonses.com',
  };
  return envelope('Email Bounced', { eventType: 'Bounce', bounce }, options);
}

export function complaint(
  feedbackType: string | null = 'abuse',
  subType: string | null = null,
  options: PayloadOptions = {},
  recipients = ['ada@example.com'],
) {
  const complaint = {
    feedbackId: '0100018f-9e1d-feedback',
    complaintSubType: subType,
    complainedRecipients: recipients.map((emailAddress) => ({ emailAddress })),
    timestamp: options.at ?? defaultAt,
    userAgent: 'ExampleCorp Feedback Loop (V0.01)',
    ...(feedbackType !== null && { complaintFeedbackType: feedbackType }),
    arrivalDate: options.at ?? defaultAt,
  };
  return envelope('Email Complaint Received', { eventType: 'Complaint', complaint }, options);
}

export function delay(
  delayType = 'MailboxFull',
  options: PayloadOptions = {},
  to = 'ada@example.com',
) {
  const deliveryDelay = {
    timestamp: options.at ?? defaultAt,
    delayType,
    expirationTime: '2026-08-02T00:00:02.112Z',
    delayedRecipients: [
      { emailAddress: to, status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 over quota' },
    ],
  };
  return envelope('Email Delivery Delayed', { eventType: 'DeliveryDelay', deliveryDelay }, options);
}

export function reject(options: PayloadOptions = {}) {
  const detail = { eventType: 'Reject', reject: { reason: 'Bad content' } };
  return envelope('Email Rejected', detail, options);
}

/** An event of a type that does not change a message's state. */
export function other(type: string) {
  return envelope(type, { eventType: 'Other' }, {});
}
