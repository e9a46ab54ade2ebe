import * as z from 'zod/mini';

export const usageTables = ['template', 'key', 'day'] as const;

export type UsageBy = (typeof usageTables)[number];

/** `GET /usage`: what the account sent in 30 days, from the logs, and its cost. */
export const usageQuery = z.object({
  /** What each row is. Default: template. */
  by: z._default(z.enum(usageTables), 'template'),
});

const row = z.object({
  /** The template, the key or the day in UTC; null: none. */
  id: z.nullable(z.string()),
  /** The key's name; otherwise the id. */
  name: z.nullable(z.string()),
  /** Whether the requests were made with a test key. */
  test: z.boolean(),
  /** Mails that SES accepted or may have, and those that a test key captured. */
  mails: z.number(),
  /** For how many recipients SES bills the mails. */
  recipients: z.number(),
  otherRequests: z.number(),
  /** In dollars: everything but SES, and what SES costs on each of its plans. */
  service: z.number(),
  ses: z.record(z.string(), z.number()),
});

export type UsageRow = z.output<typeof row>;

export const usage = z.object({
  /** Null if CloudWatch did not count them in time. */
  rows: z.nullable(z.array(row)),
  /** ISO 8601: older logs are deleted, and not counted. Null: none. */
  goneBefore: z.nullable(z.string()),
  /** Whether there are more rows than CloudWatch returns. */
  isCut: z.boolean(),
});

export type Usage = z.output<typeof usage>;
