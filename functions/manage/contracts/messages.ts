import * as z from 'zod/mini';
import { maxSearchedMessages } from '../../../shared/engine/limits.ts';
import { pageQuery, time } from './common.ts';
import { traceStep } from './flow.ts';

export const messageStates = [
  'SENDING',
  'SENT',
  'FAILED',
  'UNKNOWN',
  'DELAYED',
  'DELIVERED',
  'BOUNCED',
  'REJECTED',
  'COMPLAINED',
] as const;

/** What a list shows of a message. */
export const messageSummary = z.object({
  id: z.string(),
  templateId: z.string(),
  revision: z.number(),
  /** Those of `_to`, `_cc` and `_bcc`, in this order. */
  to: z.array(z.string()),
  subject: z.string(),
  state: z.enum(messageStates),
  /** Null: a test mail of the dashboard. */
  keyId: z.nullable(z.string()),
  createdAt: time,
});

export type MessageSummary = z.output<typeof messageSummary>;

/** How many messages a filtered page looks through at most. */
export const searchedMessages = maxSearchedMessages;

/**
 * `GET /messages`, the newest first. A filter looks through a bounded window and may hand back a
 * cursor with an empty page: there may be more behind it.
 */
export const messageQuery = z.object({
  ...pageQuery,
  state: z.optional(z.enum(messageStates)),
  /** An address, in any case. */
  to: z.optional(z.string()),
  /** ISO 8601: nothing older. */
  since: z.optional(time),
});

/** `GET /messages/{id}`, by its own id or the provider's. */
export const message = z.object({
  ...messageSummary.shape,
  requestId: z.string(),
  sesMessageId: z.nullable(z.string()),
  /** The provider's words where it refused, ours where its answer was lost. */
  error: z.nullable(z.string()),
  settledAt: z.nullable(time),
  recipients: z.array(
    z.object({
      address: z.string(),
      field: z.enum(['_to', '_cc', '_bcc']),
      state: z.nullable(z.enum(messageStates)),
      at: z.nullable(time),
      reason: z.nullable(z.string()),
      /** Nothing is sent to it now. */
      suppressed: z.boolean(),
    }),
  ),
  /** What happened, in words, in the order of time. */
  events: z.array(z.object({ at: z.nullable(time), text: z.string() })),
  trace: z.array(traceStep),
  /** One sentence. */
  summary: z.string(),
  /** What it means and what to do about it. */
  findings: z.array(
    z.object({
      /** The recipients, or what a report names besides; none: the message as a whole. */
      addresses: z.array(z.string()),
      /** What it is about: a state of these recipients, or of the message. */
      state: z.enum(messageStates),
      meaning: z.string(),
      todo: z.string(),
      page: z.nullable(z.string()),
    }),
  ),
});

export type Message = z.output<typeof message>;
