import * as z from 'zod/mini';
import { doorNames } from '../../../../shared/engine/doors.ts';
import { maxMessageParts, maxRevisionJsonBytes } from '../../../../shared/engine/limits.ts';
import { contentParts, shapeOf, templateParts } from '../../../../shared/engine/template-parts.ts';
import { deliveryStates, sendStates } from '../../../../shared/message/message-states.ts';
import { verdicts } from '../../../../shared/message/reply.ts';

/** Raise this version when a line changes in a way that earlier code would misread. */
export const exportVersion = 1;

/** The longest possible line: a revision, whose stored JSON has the same content and more. */
export const maxLineBytes = maxRevisionJsonBytes;

const time = z.iso.datetime();
const nullableText = z.nullable(z.string());
const count = z.int().check(z.minimum(1));

/** Who saved a revision, or deleted the template, and how; absent if it was not recorded. */
const origin = z.optional(
  z.strictObject({
    by: z.string(),
    how: z.string(),
    note: z.optional(z.string()),
    from: z.optional(count),
  }),
);

const pause = { at: time, by: z.string() };

const pauseFields = { ...pause, note: z.optional(z.string()) };

/** In this order: a template's revisions, oldest first, precede its head; messages are sorted newest first. */
const verdict = z.enum(verdicts);

/** A reply, without its mail in S3. */
const reply = z.strictObject({
  ...{ id: z.string(), at: time, from: z.string(), name: nullableText, subject: nullableText },
  ...{ text: nullableText, textCut: z.boolean(), auto: z.boolean(), fromRecipient: z.boolean() },
  verdicts: z.strictObject({
    ...{ spf: verdict, dkim: verdict, dmarc: verdict, spam: verdict, virus: verdict },
  }),
  messageIdHeader: nullableText,
  references: z.readonly(z.array(z.string())),
  attachments: z.readonly(
    z.array(z.strictObject({ name: z.string(), type: z.string(), bytes: z.number() })),
  ),
  mailKey: z.null(),
});

export const exportLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('postrider-account'),
    version: z.literal(exportVersion),
    revisions: z.enum(['all', 'current']),
    messages: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('account'),
    accountId: z.string(),
    name: z.string(),
    plan: z.enum(['free', 'pro', 'team']),
    /** Absent: 1. */
    messageParts: z.optional(z.int().check(z.minimum(1), z.maximum(maxMessageParts))),
    /** The addresses of its seed list. Absent: none. */
    seeds: z.optional(z.readonly(z.array(z.string()))),
    /** What stands for people is made with it. Absent: it was not needed yet. */
    personKey: z.optional(z.string()),
    /** Whether the account has forgotten people. Absent: no. */
    forgets: z.optional(z.literal(true)),
    createdAt: time,
  }),
  z.strictObject({
    kind: z.literal('revision'),
    templateId: z.string(),
    revision: count,
    createdAt: time,
    origin,
    /** When the template was deleted while it served this revision, if the revision was served again later. */
    deletedAt: z.optional(time),
    /** Absent: a template. */
    templateKind: z.optional(z.literal('partial')),
    /** The revision of each partial that this revision includes, by the partial's id. */
    partials: z.optional(z.record(z.string(), count)),
    ...shapeOf(templateParts, 'stored'),
    languages: z.optional(z.record(z.string(), z.strictObject(shapeOf(contentParts, 'stored')))),
  }),
  z.strictObject({
    kind: z.literal('template'),
    templateId: z.string(),
    name: z.string(),
    /** Absent: a template. */
    templateKind: z.optional(z.literal('partial')),
    /** The ids of the partials that it takes. */
    uses: z.optional(z.array(z.string())),
    subject: z.string(),
    flowStatus: z.enum(['none', 'callback', 'provider']),
    revision: count,
    updatedAt: time,
    deletedAt: z.optional(time),
    origin,
    /** Its last pauses, the newest last; absent: never paused. */
    pauses: z.optional(
      z.readonly(
        z.array(
          z.strictObject({
            ...pauseFields,
            resumed: z.optional(z.strictObject(pause)),
          }),
        ),
      ),
    ),
  }),
  z.strictObject({
    kind: z.literal('suppression'),
    address: z.string(),
    reason: z.enum(['bounce', 'complaint', 'manual']),
    at: time,
    detail: nullableText,
    messageId: nullableText,
  }),
  /** The import cannot create the key, because only its callers have the secret: it prints the command that does. */
  z.strictObject({
    kind: z.literal('key'),
    keyId: z.string(),
    name: z.string(),
    status: z.enum(['active', 'revoked']),
    /** Absent: a live key. */
    mode: z.optional(z.literal('test')),
    redirectTo: z.optional(z.string()),
    allow: z.optional(z.array(z.string())),
    scopes: z.optional(z.array(z.string())),
    /** Only of a hook. */
    hook: z.optional(
      z.strictObject({ project: z.string(), templates: z.record(z.string(), z.string()) }),
    ),
    createdAt: time,
    revokedAt: z.optional(time),
    /** Absent: it was not paused. */
    paused: z.optional(z.strictObject(pauseFields)),
  }),
  /** The import does not add the webhook, because a new one has a new secret: it prints the command that does. */
  z.strictObject({
    kind: z.literal('webhook'),
    id: z.string(),
    url: z.string(),
    /** Absent: all types. */
    types: z.optional(z.array(z.string())),
    /** If absent, the webhook gets no events of test keys. */
    test: z.optional(z.literal(true)),
    createdAt: time,
  }),
  z.strictObject({
    kind: z.literal('message'),
    /** The address of its thread. Absent: it has none. */
    replyTo: z.optional(z.string()),
    /** Absent: none. */
    replies: z.optional(z.array(reply)),
    messageId: z.string(),
    requestId: z.string(),
    keyId: z.string(),
    templateId: z.string(),
    revision: z.number(),
    subject: z.string(),
    recipients: z.array(
      z.strictObject({
        address: z.string(),
        field: z.enum(['_to', '_cc', '_bcc']),
      }),
    ),
    state: z.enum(sendStates),
    owner: z.string(),
    leaseUntilMs: z.number(),
    createdAt: time,
    sendAt: z.optional(time),
    settledAt: nullableText,
    sesMessageId: nullableText,
    error: nullableText,
    field: z.optional(z.string()),
    reference: z.optional(z.string()),
    language: z.optional(z.string()),
    againOf: z.optional(z.string()),
    door: z.optional(z.enum(doorNames)),
    attachments: z.optional(
      z.readonly(z.array(z.strictObject({ name: z.string(), bytes: z.number() }))),
    ),
    /** What stands for the people who were forgotten in it. Absent: none. */
    forgotten: z.optional(z.readonly(z.array(z.string()))),
    answer: nullableText,
    reported: z.nullable(z.enum(deliveryStates)),
    /** All reports, in the order of time. */
    events: z.array(
      z.strictObject({
        eventId: z.string(),
        state: z.enum([...deliveryStates, 'SENT']),
        at: z.string(),
        addresses: z.array(z.string()),
        category: nullableText,
        reason: nullableText,
      }),
    ),
    trace: z.array(z.unknown()),
    expiresAt: z.number(),
  }),
  /** Shows that the file is complete: the number of lines before this one, and the SHA-256 of their bytes. */
  z.strictObject({
    kind: z.literal('end'),
    lines: count,
    sha256: z.string(),
  }),
]);

export type ExportLine = z.output<typeof exportLine>;
export type LineOf<Kind extends ExportLine['kind']> = Extract<ExportLine, { kind: Kind }>;

export const anyHeader = z.looseObject({
  kind: z.literal('postrider-account'),
  version: z.number(),
});
