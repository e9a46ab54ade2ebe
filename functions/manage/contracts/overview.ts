import * as z from 'zod/mini';
import { messageStates } from './messages.ts';

/** The ranges of the overview, in days. */
export const overviewRanges = ['7', '30', '90'] as const;

export type OverviewRange = (typeof overviewRanges)[number];

/** `GET /overview`: how many live messages are in each state, by the day in UTC on which they were requested. */
export const overviewQuery = z.object({
  /** The number of days, today included. Default: 30. */
  days: z._default(z.enum(overviewRanges), '30'),
});

const counts = z.object({
  /** How many messages are in each state; states without a message are absent. */
  states: z.partialRecord(z.enum(messageStates), z.number()),
  /** How many of the BOUNCED messages SES counts in the bounce rate: the hard bounces. */
  hardBounces: z.number(),
});

export type MessageCounts = z.output<typeof counts>;

export const overview = z.object({
  /** The oldest first, today last. `counts` is null if the messages of the day are not counted. */
  days: z.array(z.object({ date: z.string(), counts: z.nullable(counts) })),
  /** The sum of the preceding period of equal length; null if one of its days is not counted. */
  before: z.nullable(counts),
  /** Whether days are left to count: the next request counts on. */
  isCounting: z.boolean(),
});

export type Overview = z.output<typeof overview>;
