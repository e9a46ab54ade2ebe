import * as z from 'zod/mini';
import { time } from './common.ts';
import { newTemplate, template, templateChange } from './templates.ts';

/**
 * `PUT /templates/{id}/draft`: the whole draft. `If-Match` has the replaced draft's ETag, `If-None-Match: *` says that
 * there is none. The ETag is the draft's `createdAt` in milliseconds.
 */
export const draftChange = z.object({
  /** Only the first draft of a new template or partial says which of the two it is. */
  kind: newTemplate.shape.kind,
  ...templateChange.shape,
  /** The served revision that the draft is made from; 0 if the template was never served. */
  from: z.number(),
});

/** How the mails of kept copies change with a draft. */
const replayCounts = {
  /** The sum of the next four. */
  mails: z.number(),
  same: z.number(),
  /** Another subject or text. */
  text: z.number(),
  /** Other HTML with the same text. */
  html: z.number(),
  /** Would not be sent. */
  fail: z.number(),
};

const draftApproval = z.object({
  /** How many persons other than the author have to approve the draft before it is published. */
  required: z.number(),
  given: z.array(
    z.object({
      by: z.string(),
      at: time,
      /** Null for a partial, and if there was no time to make the mails. */
      replay: z.nullable(z.object(replayCounts)),
    }),
  ),
  mayApprove: z.boolean(),
  /** Why the caller may not approve it; null if they may. */
  why: z.nullable(z.string()),
});

/** `GET` and `PUT /templates/{id}/draft`: a template with the draft's number as its revision. */
export const storedDraft = z.object({
  ...template.shape,
  /** The SHA-256 of its content in hex. */
  hash: z.string(),
  approval: draftApproval,
});

export type StoredDraft = z.output<typeof storedDraft>;

/** `POST /templates/{id}/draft/approve` with the draft's ETag in `If-Match`. */
export const draftApprove = z.object({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')),
});

/** `POST /templates/{id}/draft/publish` with the draft's ETag in `If-Match`. */
export const draftPublish = z.object({
  /** The served revision that the draft was compared with, or 0; if another is served, the answer is `stale`. */
  over: z.number(),
  /** Default: the draft's note. */
  note: z.optional(z.string()),
  /** Why it is published without the approval that the account requires: one line of at most 200 characters. */
  override: z.optional(
    z.string().check(z.regex(/^(?=.*\S).{1,200}$/, 'must be one line of 1 to 200 characters')),
  ),
});

/** `POST /templates/{id}/draft/replay`: the newest 50 kept mails, made with what is served and with the draft. */
export const draftReplay = z.object({
  ...replayCounts,
  /** The newest mail that would fail. */
  first: z.nullable(z.object({ messageId: z.string(), sentence: z.string() })),
  /** When the oldest and the newest of them were requested; null without mails. */
  from: z.nullable(time),
  to: z.nullable(time),
});
