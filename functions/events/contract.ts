import * as z from 'zod/mini';

/** ISO 8601. */
const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** The mail that a report is about. SES writes a tag's value as a list of one. */
const mail = z.looseObject({
  messageId: z.string().check(z.minLength(1)),
  destination: z.optional(z.array(z.string())),
  tags: z.optional(z.record(z.string(), z.array(z.string()))),
});

const event = { id: z.string().check(z.minLength(1)), source: z.literal('aws.ses'), time };

const recipient = z.looseObject({
  emailAddress: z.string(),
  diagnosticCode: z.optional(z.nullable(z.string())),
});

const delivered = z.looseObject({
  ...event,
  'detail-type': z.literal('Email Delivered'),
  detail: z.looseObject({
    mail,
    delivery: z.looseObject({ timestamp: time, recipients: z.array(z.string()) }),
  }),
});

const bounced = z.looseObject({
  ...event,
  'detail-type': z.literal('Email Bounced'),
  detail: z.looseObject({
    mail,
    bounce: z.looseObject({
      timestamp: time,
      bounceType: z.string(),
      bounceSubType: z.string(),
      bouncedRecipients: z.array(recipient),
    }),
  }),
});

const complained = z.looseObject({
  ...event,
  'detail-type': z.literal('Email Complaint Received'),
  detail: z.looseObject({
    mail,
    complaint: z.looseObject({
      timestamp: time,
      complainedRecipients: z.array(recipient),
      complaintSubType: z.optional(z.nullable(z.string())),
      complaintFeedbackType: z.optional(z.nullable(z.string())),
    }),
  }),
});

const delayed = z.looseObject({
  ...event,
  'detail-type': z.literal('Email Delivery Delayed'),
  detail: z.looseObject({
    mail,
    deliveryDelay: z.looseObject({
      timestamp: time,
      delayType: z.string(),
      delayedRecipients: z.array(recipient),
    }),
  }),
});

const rejected = z.looseObject({
  ...event,
  'detail-type': z.literal('Email Rejected'),
  detail: z.looseObject({ mail, reject: z.looseObject({ reason: z.string() }) }),
});

/** Events that do not change a message's state. Their detail is not read. */
const ignored = z.object({
  ...event,
  'detail-type': z.enum([
    'Email Sent',
    'Email Opened',
    'Email Clicked',
    'Email Subscribed',
    'Email Rendering Failed',
  ]),
});

/**
 * A report of SES, as EventBridge's default bus delivers it; fields that are not named here are
 * ignored.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/monitoring-eventbridge.html
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export const sesEvent = z.discriminatedUnion('detail-type', [
  delivered,
  bounced,
  complained,
  delayed,
  rejected,
  ignored,
]);

export type SesEvent = z.output<typeof sesEvent>;

export const eventExample = {
  id: '7e2c9d1a-5a0f-4a53-9d3c-0f6f2c1c9b1e',
  source: 'aws.ses',
  'detail-type': 'Email Bounced',
  time: '2026-08-01T10:00:02Z',
  detail: {
    mail: {
      messageId: '0100018f-example',
      destination: ['bounce@simulator.amazonses.com'],
      tags: {
        'postrider-account': ['acme'],
        'postrider-message': ['01J4ZC7Q3N8D2V5K6M9R0T1W2X'],
      },
    },
    bounce: {
      timestamp: '2026-08-01T10:00:02.112Z',
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: 'bounce@simulator.amazonses.com',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
    },
  },
} satisfies SesEvent;
