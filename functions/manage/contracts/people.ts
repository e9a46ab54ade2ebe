import * as z from 'zod/mini';
import { leftPlace, type PersonCounts, personCounts } from '../../../shared/people/person-data.ts';

export type { PersonCounts };

/** `POST /people/find`, `/people/export` and `/people/forget`. `cursor`: the `nextCursor` of the answer before. */
export const personSearch = z.object({ address: z.string(), cursor: z.optional(z.string()) });

/** `suppress`: the person is suppressed afterwards, although they were not before. */
export const personForget = z.object({
  ...{ address: z.string(), cursor: z.optional(z.string()) },
  suppress: z.optional(z.boolean()),
});

const answer = {
  address: z.string(),
  accountId: z.string(),
  /** What stands for the person in the account. */
  person: z.string(),
  /** False: `nextCursor` goes on. */
  done: z.boolean(),
  /** What only people can change. */
  left: z.array(leftPlace),
  /** What ends by itself, on a date. */
  stays: z.array(z.object({ what: z.string(), until: z.string() })),
  nextCursor: z.nullable(z.string()),
};

/** `POST /people/find` */
export const foundPerson = z.object({ ...answer, found: personCounts });

export type FoundPerson = z.output<typeof foundPerson>;

/** `POST /people/forget`. `waitMs`: for how long the next step waits, until sends that are under way have ended. */
export const forgottenPerson = z.object({ ...answer, forgotten: personCounts, waitMs: z.number() });

export type ForgottenPerson = z.output<typeof forgottenPerson>;

/** `POST /people/export`: the answers of one export have their messages one after the other. */
export const exportedPerson = z.object({
  ...answer,
  ...{ at: z.string(), messages: z.array(z.unknown()), scheduled: z.array(z.unknown()) },
  ...{ suppression: z.nullable(z.unknown()), seeds: z.boolean() },
});

export type ExportedPerson = z.output<typeof exportedPerson>;
