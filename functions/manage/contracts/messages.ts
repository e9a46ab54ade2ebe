import * as z from 'zod/mini';
import { doorNames, withoutDoor } from '../../../shared/engine/doors.ts';
import { maxSearchedMessages } from '../../../shared/engine/limits.ts';
import { data, pageOf, pageQuery, time } from './common.ts';
import { traceStep } from './flow.ts';

export const messageStates = [
  'SCHEDULED',
  'CANCELLED',
  'SENDING',
  'SENT',
  'FAILED',
  'UNKNOWN',
  'REFUSED',
  'DELAYED',
  'DELIVERED',
  'BOUNCED',
  'REJECTED',
  'COMPLAINED',
] as const;

/** A file of a mail. Its content is never kept. */
const listedFile = z.object({ name: z.string(), bytes: z.number() });

export type ListedFile = z.output<typeof listedFile>;

/** A file of a mail in the copy that is kept of it. */
const copiedFile = z.object({
  ...listedFile.shape,
  /** The media type. */
  type: z.string(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** The Content-ID of a file that the HTML shows; absent for any other. */
  cid: z.optional(z.string()),
});

export type CopiedFile = z.output<typeof copiedFile>;

export const messageSummary = z.object({
  id: z.string(),
  templateId: z.string(),
  revision: z.number(),
  /** The template that the mail was made of, if a branch of the flow led to it; absent otherwise. */
  branchedTo: z.optional(z.object({ templateId: z.string(), revision: z.number() })),
  /** The addresses of `_to`, `_cc` and `_bcc`, in this order. */
  to: z.array(z.string()),
  subject: z.string(),
  state: z.enum(messageStates),
  /** Null: the dashboard sent it as a test mail. */
  keyId: z.nullable(z.string()),
  /** Why the request was refused or the mail failed. */
  error: z.nullable(z.string()),
  createdAt: time,
  /** When a scheduled message is to be sent; null if it was not scheduled. */
  sendAt: z.nullable(time),
  /** `key`: a test key made the request. `captured`: its mail was captured as well. Absent for a live message. */
  test: z.optional(z.enum(['key', 'captured'])),
  /** The language of its content; null if the template does not say it. */
  language: z.nullable(z.string()),
  /** Absent if the mail has no files. */
  attachments: z.optional(z.array(listedFile)),
  /** The door by which the request came; absent for `/v1`. */
  door: z.optional(z.enum(doorNames)),
});

export type MessageSummary = z.output<typeof messageSummary>;

/** The maximum number of messages that the function reads for one page with a filter. */
export const searchedMessages = maxSearchedMessages;

export const messagePage = z.object({
  ...pageOf(messageSummary).shape,
  /** How many messages the function looked through or passed over for this page. */
  looked: z.number(),
  /** The time of the oldest message that it came to; null on the last page, and in the list of scheduled messages. */
  back: z.nullable(time),
  /** Recipients, subjects and the words of their servers are hidden from this user. Absent otherwise. */
  masked: z.optional(z.literal(true)),
  /** `search` is the id of the one message of the page: its own or SES's. Absent otherwise. */
  exact: z.optional(z.literal(true)),
});

export type MessagePage = z.output<typeof messagePage>;

/** `GET /messages`, newest first; SCHEDULED ones soonest first. A filtered page may be empty but have a cursor. */
export const messageQuery = z.object({
  ...pageQuery,
  state: z.optional(z.enum(messageStates)),
  /**
   * A message's id, whatever the other filters; or a part of an address, subject, reference, id or error (any case).
   * Without the right `personal` only of a reference or an id.
   */
  search: z.optional(z.string()),
  /** The address of a recipient, in upper or lower case. Needs the right `personal`. */
  to: z.optional(z.string()),
  /** The domain of a recipient, whole, in upper or lower case. */
  domain: z.optional(z.string()),
  /** The caller's own name of the message, whole. */
  reference: z.optional(z.string()),
  template: z.optional(z.string()),
  /** The id of the node of the flow that refused the request. */
  node: z.optional(z.string()),
  /** The id of the API key that asked for it. */
  key: z.optional(z.string()),
  /** The door by which the request came; `v1` for none. */
  door: z.optional(z.enum([...doorNames, withoutDoor])),
  /** Lists the messages of test keys instead of live ones. */
  test: z.optional(z.enum(['true', 'false'])),
  /** ISO 8601: leaves out older messages. */
  since: z.optional(time),
  /** ISO 8601: leaves out newer messages. */
  until: z.optional(time),
});

const verdict = z.enum(['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED']);

/** A reply to a message. */
const reply = z.object({
  id: z.string(),
  from: z.string(),
  name: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** Null if it could not be read, or is hidden from this user. */
  text: z.nullable(z.string()),
  textCut: z.boolean(),
  auto: z.boolean(),
  fromRecipient: z.boolean(),
  verdicts: z.object({ dmarc: verdict }),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number() })),
});

export type Reply = z.output<typeof reply>;

/** `GET /messages/{id}`: one message, by postrider's id or by SES's. */
export const message = z.object({
  ...messageSummary.shape,
  /** As in `messagePage`. */
  masked: z.optional(z.literal(true)),
  requestId: z.string(),
  sesMessageId: z.nullable(z.string()),
  /** The caller's own name of the message. */
  reference: z.nullable(z.string()),
  /** The message whose kept mail this one sends again; null for any other. */
  againOf: z.nullable(z.string()),
  /** The wrong input of a refused request: a variable or a delivery field; else null. */
  field: z.nullable(z.string()),
  settledAt: z.nullable(time),
  recipients: z.array(
    z.object({
      address: z.string(),
      field: z.enum(['_to', '_cc', '_bcc']),
      state: z.nullable(z.enum(messageStates)),
      at: z.nullable(time),
      reason: z.nullable(z.string()),
      /** Whether the account now sends nothing to this address. */
      suppressed: z.boolean(),
    }),
  ),
  /** A description of each event, in the order of time, and then of what webhooks have not accepted. */
  events: z.array(
    z.object({
      at: z.nullable(time),
      text: z.string(),
      /** Absent if the entry is about something else. */
      delivery: z.optional(
        z.object({
          webhookId: z.string(),
          eventId: z.string(),
          /** Only an active webhook can get the event again. */
          webhook: z.enum(['active', 'paused', 'deleted']),
        }),
      ),
      /** Absent if the entry is about something else. */
      reply: z.optional(reply),
    }),
  ),
  trace: z.array(traceStep),
  summary: z.string(),
  /** What the reported states mean and what to do about them. */
  findings: z.array(
    z.object({
      /** Recipients, or addresses that only a report names; empty: the whole message. */
      addresses: z.array(z.string()),
      state: z.enum(messageStates),
      meaning: z.string(),
      todo: z.string(),
      page: z.nullable(z.string()),
    }),
  ),
});

export type Message = z.output<typeof message>;

/** `POST /messages/{id}/send` sends it now, `…/cancel` cancels it: returns the message, or the problem `late`. */
export const sendNowRequest = z.object({
  /** With the template's current revision instead of the accepted one. */
  newest: z.optional(z.boolean()),
});

/**
 * `POST /messages/{id}/send-again` with an `Idempotency-Key` sends the kept mail once more, as a new message. It is
 * `invalid` with the reason if no copy is kept, a value of it is masked, it has files, or a recipient is suppressed.
 */
export const sentAgain = z.object({ messageId: z.string() });

/** A mail and its input; values of secret variables are masked with `•`. */
export const keptMail = z.object({
  variables: data,
  /** The request's own subject and reply address, if it gave any. */
  given: z.optional(
    z.object({ _subject: z.optional(z.string()), _replyTo: z.optional(z.string()) }),
  ),
  /** Null if the mail was too large to be kept. */
  mail: z.nullable(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  /** Absent if the mail has no files. */
  attachments: z.optional(z.array(copiedFile)),
  /** The further headers; absent if there are none. */
  headers: z.optional(z.record(z.string(), z.string())),
  keptUntil: time,
});

export type MessageCopy = z.output<typeof keptMail>;

/** `GET /messages/{id}/copy`: `copy` is null if no copy of the message is kept. */
export const messageCopy = z.object({ copy: z.nullable(keptMail) });
