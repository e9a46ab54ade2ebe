import * as z from 'zod/mini';
import { pageQuery, time } from './common.ts';

export const suppressionReasons = ['bounce', 'complaint', 'manual'] as const;

/** An address to which the account sends nothing. */
export const suppression = z.object({
  address: z.string(),
  reason: z.enum(suppressionReasons),
  at: time,
  /** The report of the mail server, or an operator's note. */
  detail: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
});

export type Suppression = z.output<typeof suppression>;

/** `GET /suppressions`, by alphabet. `search`: a part of an address, in any case; a page may be empty with a cursor. */
export const suppressionQuery = z.object({
  ...pageQuery,
  search: z.optional(z.string()),
  reason: z.optional(z.enum(suppressionReasons)),
});

/** `POST /suppressions`. If the address is already suppressed, its entry does not change. */
export const newSuppression = z.object({
  address: z.string(),
  note: z._default(z.nullable(z.string()), null),
});

export const maxBatchedSuppressions = 100;

/** `POST /suppressions/batch`: adds every address that is one. */
export const suppressionBatch = z.object({
  entries: z
    .array(newSuppression)
    .check(z.maxLength(maxBatchedSuppressions, 'must have at most 100')),
});

export const addedSuppressions = z.object({
  added: z.number(),
  /** On the list already: their entries do not change. */
  known: z.number(),
  /** `index` counts from 0 in `entries`. */
  refused: z.array(z.object({ index: z.number(), detail: z.string() })),
});

export type AddedSuppressions = z.output<typeof addedSuppressions>;

/** `GET /recipients/{address}`: whether the account sends to it. `GET /messages?to=…` has its mails. */
export const recipient = z.object({
  /** Its domain in A-labels. */
  address: z.string(),
  /** Null if it is not suppressed. */
  suppression: z.nullable(suppression),
});

export type Recipient = z.output<typeof recipient>;

/** An address or a domain that flows may send from; `*` if the deployment accepts any. */
export const sender = z.object({
  identity: z.string(),
  status: z.enum(['verified', 'pending', 'failed', 'unknown']),
  /** What to do about it; null if there is nothing to do. */
  advice: z.nullable(z.string()),
});

export type Sender = z.output<typeof sender>;

/** One step of a fix: a sentence, a command, a page to open, a DNS record. */
const fixStep = z.object({
  kind: z.enum(['say', 'run', 'open', 'record']),
  text: z.string(),
});

export type FixStep = z.output<typeof fixStep>;

/** A check of sending; `docs/operations/doctor.md` lists the codes. */
export const check = z.object({
  code: z.string(),
  status: z.enum(['ok', 'broken', 'unknown', 'skipped']),
  /** One sentence without its full stop; of `unknown` the reason. */
  found: z.string(),
  /** Why the check matters, also without a full stop. */
  why: z.string(),
  fix: z.array(fixStep),
});

export type Check = z.output<typeof check>;
