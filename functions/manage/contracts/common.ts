import * as z from 'zod/mini';
import { maxPageItems } from '../../../shared/engine/limits.ts';

/** The beginning of the path of every resource. */
export const manageBase = '/manage/v1';

/** A page of a list. `nextCursor` is opaque, and null on the last page. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The query parameter `limit`: text that contains a whole number from 1 to `most`. */
export const limitUpTo = (most: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(1, 'must be at least 1'), z.lte(most, `must be at most ${most}`)),
    ),
  );

/** The query of every list: `limit` is 1 to 100, by default 50. */
export const pageQuery = {
  limit: z.optional(limitUpTo(maxPageItems)),
  cursor: z.optional(z.string()),
};

/** ISO 8601. */
/** Who paused a template or a key, when and why. */
export const pause = z.object({ at: z.string(), by: z.string(), note: z.nullable(z.string()) });

export type Pause = z.output<typeof pause>;

/** `PATCH`: pauses it, with a note of at most 200 characters, or resumes it. */
export const pauseChange = z.object({
  state: z.enum(['active', 'paused']),
  note: z.optional(z.string()),
});

export const time = z.string();

/** Any JSON object: a template's data, the variables of a run. */
export const data = z.record(z.string(), z.unknown());
