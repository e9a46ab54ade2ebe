import * as z from 'zod/mini';
import { pause, time } from './common.ts';
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

/** What messages are counted as: `hard` are the bounced ones that SES counts in the bounce rate. */
const tally = z.object({
  sent: z.number(),
  delivered: z.number(),
  bounced: z.number(),
  hard: z.number(),
  complained: z.number(),
  refused: z.number(),
});

export type Tally = z.output<typeof tally>;

/** The template and the domain of recipients with the most messages of a state. */
const part = z.object({
  templateId: z.string(),
  templateName: z.string(),
  paused: z.nullable(pause),
  /** Empty: the recipients were no addresses. */
  domain: z.string(),
  count: z.number(),
});

export type Part = z.output<typeof part>;

const recent = z.object({
  /** A full hour, 24 to 25 hours ago. */
  since: time,
  tally,
  bounced: z.nullable(part),
  complained: z.nullable(part),
});

export type Recent = z.output<typeof recent>;

export const overview = z.object({
  /** The oldest first. `counts` is null if the day is not counted. */
  days: z.array(z.object({ date: z.string(), counts: z.nullable(counts) })),
  /** The sum of the period before; null if one of its days is not counted. */
  before: z.nullable(counts),
  /** The last 24 hours; null if a day of them is not counted. */
  recent: z.nullable(recent),
  /** Whether days are left to count: the next request continues. */
  isCounting: z.boolean(),
});

export type Overview = z.output<typeof overview>;

/** What the table under the bars groups by. */
export const groupings = ['template', 'domain', 'key', 'door'] as const;

export type Grouping = (typeof groupings)[number];

/** `GET /overview/groups`: the ten groups with the most of `of`, of the same days as `GET /overview`. */
export const groupsQuery = z.object({
  ...overviewQuery.shape,
  by: z.enum(groupings),
  of: z.enum(['sent', 'delivered', 'bounced', 'complained', 'refused']),
});

export const groupRow = z.object({
  /** Of a template, a key, a domain or a door; `v1` for none. A domain may be empty. */
  id: z.string(),
  /** Empty if it has none, or does not exist any more. */
  name: z.string(),
  /** Null: not paused, or it cannot be. */
  paused: z.nullable(pause),
  /** Whether it can be paused: a template or a key that still works. */
  isPausable: z.boolean(),
  tally,
  /** Of the days before; null if one of them is not counted. */
  before: z.nullable(tally),
  /** The number of what was asked for on each day, the oldest first. */
  days: z.array(z.number()),
});

export type GroupRow = z.output<typeof groupRow>;

/** `GET /template-numbers`: what each template sent in 30 days. One that sent nothing is absent. */
export const templateNumbers = z.object({
  /** `hard`: the bounced ones that SES counts in the bounce rate. */
  rows: z.array(z.object({ id: z.string(), sent: z.number(), hard: z.number() })),
  /** Whether days are left to count: the next request continues. */
  isCounting: z.boolean(),
});

export const overviewGroups = z.object({ rows: z.array(groupRow) });
