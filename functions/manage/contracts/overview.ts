import * as z from 'zod/mini';
import { messageStates } from './messages.ts';

/** The ranges of the overview, in days. */
export const overviewRanges = ['7', '30', '90'] as const;

export type OverviewRange = (typeof overviewRanges)[number];

/** `GET /overview`: live messages by their state and the UTC day of their request. */
export const overviewQuery = z.object({
  /** The number of days, today included. Default: 30. */
  days: z._default(z.enum(overviewRanges), '30'),
});

const counts = z.object({
  /** States without a message are absent. */
  states: z.partialRecord(z.enum(messageStates), z.number()),
  /** The BOUNCED messages that SES counts in the bounce rate. */
  hardBounces: z.number(),
});

export type MessageCounts = z.output<typeof counts>;

export const overview = z.object({
  /** The oldest first. `counts` is null if the day is not counted. */
  days: z.array(z.object({ date: z.string(), counts: z.nullable(counts) })),
  /** The sum of the period before; null if one of its days is not counted. */
  before: z.nullable(counts),
  /** Whether days are left to count: the next request continues. */
  isCounting: z.boolean(),
});

export type Overview = z.output<typeof overview>;
