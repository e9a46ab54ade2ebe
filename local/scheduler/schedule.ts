import * as z from 'zod';

/** What the local scheduler supports of `CreateSchedule`; any other value is refused. */
export const createSchedule = z.object({
  ActionAfterCompletion: z.literal('DELETE'),
  // The SDK's clients send it; a repeated name is refused with or without it.
  ClientToken: z.string().optional(),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  GroupName: z.string(),
  ScheduleExpression: z.templateLiteral(['at(', z.iso.datetime({ local: true }), ')']),
  ScheduleExpressionTimezone: z.literal('UTC').default('UTC'),
  Target: z.strictObject({
    Arn: z.string(),
    Input: z.string(),
    RoleArn: z.string(),
    // A local queue is always there, so a wake-up is tried until it has arrived.
    DeadLetterConfig: z.unknown().optional(),
    RetryPolicy: z.unknown().optional(),
  }),
});

/** A one-time schedule, which sends its body to its queue when it is due. */
export const schedule = z.object({
  group: z.string(),
  name: z.string(),
  /** Milliseconds since the epoch. */
  atMs: z.number(),
  queue: z.string(),
  body: z.string(),
});

export type Schedule = z.output<typeof schedule>;

/** The group and the name identify a schedule. */
export const keyOf = ({ group, name }: Pick<Schedule, 'group' | 'name'>) => `${group}/${name}`;

export function scheduleOf(name: string, asked: z.output<typeof createSchedule>): Schedule {
  const { GroupName: group, ScheduleExpression, Target } = asked;
  const atMs = Date.parse(`${ScheduleExpression.slice('at('.length, -1)}Z`);
  return { group, name, atMs, queue: Target.Arn, body: Target.Input };
}
