import { deadlineOf, type Phase } from '../deadline.ts';
import * as env from '../env.ts';
import type { Later, LaterQueue } from '../later.ts';
import { type CallTimes, callTimes, withinRequest, withinRequestMs } from './call-times.ts';
import { type JsonCall, jsonService } from './lambda/json-service.ts';
import { endpoint } from './signed-call.ts';

/** The queues and the schedules of this deployment, by ARN. */
export interface LaterSettings {
  /** The queues that this function may give wake-ups to. */
  queues: Partial<Record<LaterQueue, string>>;
  /** Null if this function gives only wake-ups at most 15 minutes ahead. */
  schedules: ScheduleSettings | null;
  /** How far the clock that decides whether a scheduled message is due is ahead. Default: 0. */
  fastForwardMs?: number;
  /** Default: `withinRequest`. */
  times?: CallTimes;
}

export interface ScheduleSettings {
  group: string;
  /** The role with which Scheduler sends to the queues. */
  role: string;
  /** The queue for a wake-up that Scheduler could not deliver. */
  deadLetters: string;
}

/** Calls SQS and Scheduler, each call within the deadline of the request, and at the latest after 3 s. */
export interface WakeUps {
  /**
   * Gives a wake-up at most 15 minutes ahead to the queue itself, and any other to a schedule, which sends it within
   * the minute after its time. A repeat with the same name gives the queue a second copy, and changes no schedule. A
   * function that a schedule woke up must use another name. `name` has at most 55 of `[A-Za-z0-9_.-]`. The wake-up may
   * come although this throws.
   */
  later: Later;
  /** Removes the schedule of a wake-up if there is one: nothing depends on it, so it never throws. */
  forget: (queue: LaterQueue, name: string) => Promise<void>;
}

export interface QueueWakeUps extends WakeUps {
  /** About how many wake-ups the queue could give now. */
  ready: (queue: LaterQueue) => Promise<number>;
}

/** The longest delay that SQS takes, in seconds. */
const longestDelayS = 900;

/** How long Scheduler tries to give a wake-up to its queue. */
const scheduleRetries = { MaximumEventAgeInSeconds: 24 * 60 * 60, MaximumRetryAttempts: 185 };

/** Makes the wake-ups of one container; their calls end at the deadline of the phase. */
export function wakeUps(settings: LaterSettings, phase?: Phase): QueueWakeUps {
  const region = process.env.AWS_REGION;
  const times = callTimes(settings.times ?? withinRequest);
  const sqsUrl = endpoint('sqs', region, process.env[env.sqsEndpoint]);
  const sqs = jsonService({ name: 'sqs', says: 'SQS', url: sqsUrl, times });
  const schedulerUrl = endpoint('scheduler', region, process.env[env.schedulerEndpoint]);
  const scheduler = jsonService({
    name: 'scheduler',
    says: 'EventBridge Scheduler',
    url: schedulerUrl,
    times,
  });

  const within = (make: JsonCall, call: Parameters<JsonCall>[0]) =>
    deadlineOf(phase).within(
      (abortSignal) => make(call, { abortSignal }, () => undefined),
      withinRequestMs,
    );
  return {
    ready: (queue) => {
      const call = countReady(queueUrl(sqsUrl, settings.queues[queue] ?? ''));
      const read = (told: string) => Number(JSON.parse(told).Attributes[ready]);
      return deadlineOf(phase).within(
        (abortSignal) => sqs(call, { abortSignal }, read),
        withinRequestMs,
      );
    },
    async later(queue, body, notBeforeMs, name) {
      const arn = settings.queues[queue];
      if (!arn) throw new Error(`This function has no queue ${queue}`);
      // Whole seconds, and never sooner than asked.
      const nowMs = Date.now() + (queue === 'due' ? (settings.fastForwardMs ?? 0) : 0);
      const delayS = Math.max(0, Math.ceil((notBeforeMs - nowMs) / 1000));
      if (delayS <= longestDelayS) {
        return within(sqs, sendMessage(queueUrl(sqsUrl, arn), body, delayS, groupOf(queue, body)));
      }
      if (!settings.schedules) throw new Error('This function has no schedules');
      const called = scheduleName(queue, name);
      const call = createSchedule(settings.schedules, arn, body, notBeforeMs, called);
      await within(scheduler, call).catch((error) => {
        // The schedule exists already: an earlier call created it, or an earlier try whose answer was lost.
        if (error.name !== 'ConflictException') throw error;
      });
    },
    async forget(queue, name) {
      if (!settings.schedules) return;
      const call = deleteSchedule(settings.schedules.group, scheduleName(queue, name));
      await within(scheduler, call).catch(() => undefined);
    },
  };
}

const scheduleName = (queue: LaterQueue, name: string) => `${queue}-${name}`;

/** The address that names a queue: `arn:aws:sqs:<region>:<account>:<name>`. */
function queueUrl(sqs: URL, arn: string): string {
  const [account, name] = arn.split(':').slice(-2);
  return String(new URL(`/${account}/${name}`, sqs));
}

/**
 * The webhook that an event is for. While one webhook's events take more than their share of the function's time, SQS
 * delivers other webhooks' events first. A wake-up of a schedule has no group, and counts as a group of its own.
 *
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const groupOf = (queue: LaterQueue, { endpointId }: Record<string, unknown>) =>
  queue === 'webhooks' ? { MessageGroupId: String(endpointId) } : {};

const sqsCall = (operation: string, input: object) => ({
  path: '/',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `AmazonSQS.${operation}`,
  },
  body: JSON.stringify(input),
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const sendMessage = (
  QueueUrl: string,
  body: Record<string, unknown>,
  DelaySeconds: number,
  group: { MessageGroupId?: string },
) =>
  sqsCall('SendMessage', { QueueUrl, MessageBody: JSON.stringify(body), DelaySeconds, ...group });

const ready = 'ApproximateNumberOfMessages';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
const countReady = (QueueUrl: string) =>
  sqsCall('GetQueueAttributes', { QueueUrl, AttributeNames: [ready] });

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html */
function createSchedule(
  { group, role, deadLetters }: ScheduleSettings,
  queue: string,
  body: Record<string, unknown>,
  notBeforeMs: number,
  name: string,
) {
  return {
    path: `/schedules/${name}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ActionAfterCompletion: 'DELETE',
      FlexibleTimeWindow: { Mode: 'OFF' },
      GroupName: group,
      ScheduleExpression: `at(${wholeSecond(notBeforeMs)})`,
      ScheduleExpressionTimezone: 'UTC',
      Target: {
        Arn: queue,
        DeadLetterConfig: { Arn: deadLetters },
        Input: JSON.stringify(body),
        RetryPolicy: scheduleRetries,
        RoleArn: role,
      },
    }),
  };
}

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_DeleteSchedule.html */
const deleteSchedule = (groupName: string, name: string) => ({
  method: 'DELETE' as const,
  path: `/schedules/${name}`,
  query: { groupName },
  headers: {},
  body: '',
});

/** The first whole second that is not before a time, as `2026-11-22T09:00:00`. */
const wholeSecond = (ms: number) =>
  new Date(Math.ceil(ms / 1000) * 1000).toISOString().slice(0, 19);

/** The queues and the schedules that the environment names; null if it names none. */
export function readLaterSettings(): LaterSettings | null {
  const due = process.env[env.dueQueue];
  const webhooks = process.env[env.webhooksQueue];
  if (!due && !webhooks) return null;
  const group = process.env[env.scheduleGroup];
  return {
    queues: { due: due || undefined, webhooks: webhooks || undefined },
    schedules: group
      ? {
          group,
          role: env.required(env.scheduleRole),
          deadLetters: env.required(env.deadLetterQueue),
        }
      : null,
    fastForwardMs: Number(process.env[env.fastForwardMs] ?? ''),
  };
}
