import * as z from 'zod/mini';

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

/** An event about one mail; `details` are the members of its `detail` besides the mail. */
function mailEvent<const Type extends string, Details extends z.core.$ZodLooseShape>(
  type: Type,
  details: Details,
) {
  return z.looseObject({
    ...event,
    'detail-type': z.literal(type),
    detail: z.looseObject({ mail, ...details }),
  });
}

const delivered = mailEvent('Email Delivered', {
  delivery: z.looseObject({ timestamp: time, recipients: z.array(z.string()) }),
});

const bounced = mailEvent('Email Bounced', {
  bounce: z.looseObject({
    timestamp: time,
    bounceType: z.string(),
    bounceSubType: z.string(),
    bouncedRecipients: z.array(recipient),
  }),
});

const complained = mailEvent('Email Complaint Received', {
  complaint: z.looseObject({
    timestamp: time,
    complainedRecipients: z.array(recipient),
    complaintSubType: z.optional(z.nullable(z.string())),
    complaintFeedbackType: z.optional(z.nullable(z.string())),
  }),
});

const delayed = mailEvent('Email Delivery Delayed', {
  deliveryDelay: z.looseObject({
    timestamp: time,
    delayType: z.string(),
    delayedRecipients: z.array(recipient),
  }),
});

const rejected = mailEvent('Email Rejected', { reject: z.looseObject({ reason: z.string() }) });

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

/** SES has paused a tenant, or lets it send again. AWS does not document its detail. */
const tenantStatus = z.looseObject({
  ...event,
  'detail-type': z.enum(['Sending Status Disabled', 'Sending Status Enabled']),
  resources: z.optional(z.array(z.string())),
});

/**
 * A report of SES on EventBridge's default bus.
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
  tenantStatus,
]);

export type SesEvent = z.output<typeof sesEvent>;

/** What the stack's rule sends once an hour. */
export const hourlyLook = z.object({ look: z.literal('tenants') });
