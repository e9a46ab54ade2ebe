import * as z from 'zod/mini';
import { pageOf, pageQuery, time } from './common.ts';

/** `GET /trail`: the newest entries first. `action`: a whole one, or its beginning with the dot, such as `key.`. */
export const trailQuery = z.object({
  ...pageQuery,
  action: z.optional(z.string()),
  who: z.optional(z.string()),
  target: z.optional(z.string()),
  since: z.optional(z.string()),
  until: z.optional(z.string()),
});

/** One change that a person made, or their program. */
export const trailEntry = z.object({
  id: z.string(),
  at: time,
  action: z.string(),
  who: z.object({
    kind: z.enum(['user', 'aws', 'local']),
    id: z.string(),
    /** Null once the person is forgotten. */
    name: z.nullable(z.string()),
    /** Of an operator on AWS: the part of the ARN before the name. */
    via: z.optional(z.string()),
  }),
  door: z.string(),
  /** A kind and an id: `template:welcome`. */
  target: z.string(),
  /** Lists of two are the value before and after. */
  change: z.record(z.string(), z.unknown()),
  override: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});

export type TrailEntry = z.output<typeof trailEntry>;

export const trailPage = pageOf(trailEntry);

/** `POST /trail/exported`: the page says how many entries it is about to save as a file. */
export const trailExported = z.object({ entries: z.int().check(z.nonnegative()) });
