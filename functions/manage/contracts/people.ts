import * as z from 'zod/mini';

/** `POST /people/find`, `/people/export` and `/people/forget`. `cursor`: the `nextCursor` of the answer before. */
export const personSearch = z.object({ address: z.string(), cursor: z.optional(z.string()) });

/** `suppress`: the person is suppressed afterwards, although they were not before. */
export const personForget = z.object({
  ...{ address: z.string(), cursor: z.optional(z.string()) },
  suppress: z.optional(z.boolean()),
});

const counts = z.object({
  ...{ messages: z.number(), refused: z.number(), scheduled: z.number(), copies: z.number() },
  ...{ test: z.number(), failures: z.number(), suppressed: z.boolean(), seeds: z.boolean() },
  history: z.number(),
});

export type PersonCounts = z.output<typeof counts>;

const answer = {
  address: z.string(),
  accountId: z.string(),
  /** What stands for the person in the account. */
  person: z.string(),
  /** False: `nextCursor` goes on. */
  done: z.boolean(),
  /** What only people can change. */
  left: z.array(
    z.object({
      ...{ what: z.string(), where: z.string(), todo: z.string() },
      revision: z.optional(z.number()),
    }),
  ),
  /** What ends by itself, on a date. */
  stays: z.array(z.object({ what: z.string(), until: z.string() })),
  nextCursor: z.nullable(z.string()),
};

/** `POST /people/find` */
export const foundPerson = z.object({ ...answer, found: counts });

export type FoundPerson = z.output<typeof foundPerson>;

/** `POST /people/forget`. `waitMs`: for how long the next step waits, until sends that are under way have ended. */
export const forgottenPerson = z.object({ ...answer, forgotten: counts, waitMs: z.number() });

export type ForgottenPerson = z.output<typeof forgottenPerson>;

/** `POST /people/export`: the answers of one export have their messages one after the other. */
export const exportedPerson = z.object({
  ...answer,
  ...{ at: z.string(), messages: z.array(z.unknown()), scheduled: z.array(z.unknown()) },
  ...{ suppression: z.nullable(z.unknown()), seeds: z.boolean() },
});

export type ExportedPerson = z.output<typeof exportedPerson>;
