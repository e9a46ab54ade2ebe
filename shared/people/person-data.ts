import * as z from 'zod/mini';

/** How much of a person's data there is, by place. */
const personCounts = z.object({
  /** Records of live keys, without those of the two next counts. */
  messages: z.number(),
  refused: z.number(),
  scheduled: z.number(),
  /** Kept mails, of live and of test keys. */
  copies: z.number(),
  /** Records of test keys. */
  test: z.number(),
  /** Events of webhooks that were not accepted. */
  failures: z.number(),
  /** Replies that the person wrote, or that have the address in their words. */
  replies: z.number(),
  suppressed: z.boolean(),
  /** Whether the address is in the seed list. */
  seeds: z.boolean(),
  /** Entries in the history of templates and in the trail that name the person as who acted. */
  history: z.number(),
});

export type PersonCounts = z.output<typeof personCounts>;

/** A place with the address that postrider does not change: a person does. */
const leftPlace = z.object({
  what: z.string(),
  /** `template:welcome`, `key:key_…`, `webhook:wh_…`, `user:ada@example.com`. */
  where: z.string(),
  /** The newest revision that has it. */
  revision: z.optional(z.number()),
  todo: z.string(),
});

export type Left = z.output<typeof leftPlace>;

/** Where a walk is: after a message or a sort key in one of its parts, or at a part's beginning. */
const walkPlace = z.object({ part: z.number(), after: z.optional(z.string()) });

export type WalkPlace = z.output<typeof walkPlace>;

/** Where a search goes on, and what it has found so far. */
export const progressShape = z.object({
  person: z.string(),
  /** Null at the end. */
  place: z.nullable(walkPlace),
  counts: personCounts,
  left: z.array(leftPlace),
  /** Whether the trail has the entry. */
  isTold: z.boolean(),
});

export type Progress = z.output<typeof progressShape>;

const answer = {
  address: z.string(),
  accountId: z.string(),
  /** See `personOf`. */
  person: z.string(),
  /** False if there was no time for everything: `nextCursor` goes on. */
  done: z.boolean(),
  /** Places that only people can change. */
  left: z.array(leftPlace),
  /** Data that ends by itself, each with a date: `2026-12-28`. */
  stays: z.array(z.object({ what: z.string(), until: z.string() })),
  nextCursor: z.nullable(z.string()),
};

export const foundPerson = z.object({ ...answer, found: personCounts });

export type FoundPerson = z.output<typeof foundPerson>;

export type PersonAnswer = Omit<FoundPerson, 'found'>;

export const forgottenPerson = z.object({
  ...answer,
  forgotten: personCounts,
  /** For how long the next step waits, in milliseconds: until sends that are under way have ended. */
  waitMs: z.number(),
});

export type ForgottenPerson = z.output<typeof forgottenPerson>;

/** Messages with everything that is kept of them. The answers of one export have them one after the other. */
export const exportedPerson = z.object({
  ...answer,
  ...{ at: z.string(), messages: z.array(z.unknown()), scheduled: z.array(z.unknown()) },
  ...{ suppression: z.nullable(z.unknown()), seeds: z.boolean() },
});

export type ExportedPerson = z.output<typeof exportedPerson>;

export const noCounts: PersonCounts = {
  ...{ messages: 0, refused: 0, scheduled: 0, copies: 0, test: 0, failures: 0, replies: 0 },
  ...{ suppressed: false, seeds: false, history: 0 },
};

/** Whether anything was found. */
export const isAny = (counts: PersonCounts) => Object.values(counts).some(Boolean);

export function addCounts(one: PersonCounts, other: Partial<PersonCounts>): PersonCounts {
  const sums = Object.entries(one).map(([name, count]) => {
    const more = other[name as keyof PersonCounts] ?? 0;
    return [name, typeof count === 'number' ? count + Number(more) : count || Boolean(more)];
  });
  return Object.fromEntries(sums);
}

const dayMs = 24 * 60 * 60 * 1000;

/** What stays for some days. Events to a webhook are tried for 75 hours; what cannot be delivered stays 14 days. */
export function staysOf(
  now: Date,
  { backups, replyMailDays }: { backups: boolean; replyMailDays: number },
): PersonAnswer['stays'] {
  const stay = (what: string, days: number) => {
    return { what, until: new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10) };
  };
  return [
    // The local run has none.
    ...(backups ? [stay('backups', 35)] : []),
    stay('events on their way to webhooks', 3),
    stay('dead letters', 14),
    stay('hashes of Idempotency-Keys', 1),
    ...(replyMailDays > 0 ? [stay('replies as they came, in S3', replyMailDays)] : []),
  ];
}
