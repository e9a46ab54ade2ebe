import * as z from 'zod/mini';
import { time } from './common.ts';

export { selectableTypes } from '../../../shared/engine/webhook-types.ts';

/** The receiver's answer to one event; `error` is null if the receiver accepted it. */
export const delivery = z.object({
  /** Null if no answer came. */
  status: z.nullable(z.number()),
  error: z.nullable(z.string()),
});

export type Delivery = z.output<typeof delivery>;

/** An address that gets the events of the account, without its secret. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** Null: all types. */
  types: z.nullable(z.array(z.string())),
  /** Whether it gets the events of test keys as well. */
  test: z.boolean(),
  state: z.enum(['active', 'paused']),
  /** `asked`: by a person; `gone`: it answered 410; `failing`: every try failed for three days. */
  pausedBecause: z.nullable(z.enum(['asked', 'gone', 'failing'])),
  createdAt: time,
  /** The first failed try since the last success; null: the last try succeeded. */
  failingSince: z.nullable(time),
  /** Failed tries since then. */
  failures: z.number(),
  /** No event is sent before this time. */
  retryAt: z.nullable(time),
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
});

export type Webhook = z.output<typeof webhook>;

/** `POST /webhooks`, by default with all types and without test keys. */
export const newWebhook = z.object({
  url: z.string(),
  types: z.optional(z.nullable(z.array(z.string()))),
  test: z.optional(z.boolean()),
});

export type NewWebhook = z.output<typeof newWebhook>;

/** A new webhook, its secret and the answer to a first `webhook.test`. No cache may store it. */
export const createdWebhook = z.object({ ...webhook.shape, secret: z.string(), delivery });

export type CreatedWebhook = z.output<typeof createdWebhook>;

/** `PATCH /webhooks/{id}`: pauses or resumes it, or changes what it gets; its secret stays. */
export const webhookChange = z.object({
  state: z.optional(z.enum(['active', 'paused'])),
  url: z.optional(z.string()),
  types: z.optional(z.nullable(z.array(z.string()))),
  test: z.optional(z.boolean()),
});

export type WebhookChange = z.output<typeof webhookChange>;

/** `POST /webhooks/{id}/rotate`; the old secret signs until `oldUntil`. No cache may store it. */
export const rotatedWebhook = z.object({ ...webhook.shape, secret: z.string(), oldUntil: time });

export type RotatedWebhook = z.output<typeof rotatedWebhook>;

/** `GET /webhooks/{id}/failures` lists at most so many, of the newest messages first. */
export const shownFailures = 20;

/** An event that the webhook has not accepted so far. It is kept for 7 days. */
export const webhookFailure = z.object({
  messageId: z.string(),
  eventId: z.string(),
  type: z.string(),
  attempts: z.number(),
  lastAt: time,
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
  /** Null if it is not tried again. */
  nextAt: z.nullable(time),
});

export type WebhookFailure = z.output<typeof webhookFailure>;

/** `GET /webhooks/{id}/deliveries` lists at most so many, the last try first. */
export const shownDeliveries = 50;

/** An event that the webhook accepted in the last 7 days, or has not accepted so far. */
export const webhookDelivery = z.object({
  ...webhookFailure.shape,
  /** Null if it was accepted. */
  lastError: z.nullable(z.string()),
  /** The first 500 characters of the answer that accepted it; empty elsewhere. */
  answer: z.string(),
});

export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** `GET /webhooks/{id}/events/{messageId}/{eventId}`: an event's body, made again from its message. */
export const webhookEventBody = z.object({ body: z.record(z.string(), z.unknown()) });

/** `POST /webhooks/{id}/resend`: sends the events of a message again, or only `eventId`. */
export const webhookResend = z.object({
  messageId: z.string(),
  eventId: z.optional(z.string()),
});

export type WebhookResend = z.output<typeof webhookResend>;

/** The receiver's answer to each event that was sent again. */
export const resentEvents = z.object({
  events: z.array(z.object({ eventId: z.string(), type: z.string(), ...delivery.shape })),
});
