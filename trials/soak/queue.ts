import * as z from 'zod';
import { type Call, operationOf, type WholeAnswer } from './faults/server.ts';

/** A delivery that a function asked for: a wake-up of a message, or an event of a webhook. */
export interface WakeUp {
  /** The name of the queue. */
  queue: string;
  body: unknown;
  /** The requested time, in milliseconds since 1970. */
  atMs: number;
  /** Whether it is still wanted: a schedule may have been deleted meanwhile. */
  isKept: () => boolean;
}

/** Called with the request and the first word of the task that made it: the send, if the task belongs to one. */
export type OnWakeUp = (word: string, wakeUp: WakeUp) => void;

const sendMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  DelaySeconds: z.number(),
});
const createSchedule = z.object({
  ScheduleExpression: z.string().regex(/^at\(.+\)$/),
  Target: z.object({ Arn: z.string(), Input: z.string() }),
});

const done = answerOf(200, {});
const noneReady = answerOf(200, { Attributes: { ApproximateNumberOfMessages: '0' } });
const conflict = answerOf(409, { __type: 'ConflictException', message: 'It exists already.' });
const missing = answerOf(404, { __type: 'ResourceNotFoundException', message: 'Not found.' });

/**
 * Stands in for SQS and EventBridge Scheduler. Gives each wake-up to `onWakeUp` immediately: the queue's reader has the
 * clock. The name of a schedule stays taken after its time, as it does for a while in AWS. `free` frees the names.
 */
export function queueOf(onWakeUp: OnWakeUp) {
  const schedules = new Map<string, { isDeleted: boolean }>();
  const take = async (
    { method, path, headers, body }: Call,
    word: string,
  ): Promise<WholeAnswer> => {
    const name = /^\/schedules\/([^?]+)/.exec(path)?.[1];
    if (operationOf({ headers }) === 'GetQueueAttributes') return noneReady;
    if (name === undefined) {
      const { QueueUrl, MessageBody, DelaySeconds } = sendMessage.parse(parsed(body));
      const atMs = Date.now() + 1000 * DelaySeconds;
      const queue = lastOf(QueueUrl, '/');
      onWakeUp(word, { queue, body: JSON.parse(MessageBody), atMs, isKept: () => true });
      return done;
    }
    const known = schedules.get(name);
    if (method === 'DELETE') {
      if (!known) return missing;
      known.isDeleted = true;
      return done;
    }
    if (known) return conflict;
    const { ScheduleExpression, Target } = createSchedule.parse(parsed(body));
    const schedule = { isDeleted: false };
    schedules.set(name, schedule);
    const atMs = Date.parse(`${ScheduleExpression.slice('at('.length, -1)}Z`);
    const queue = lastOf(Target.Arn, ':');
    const isKept = () => !schedule.isDeleted;
    onWakeUp(word, { queue, body: JSON.parse(Target.Input), atMs, isKept });
    return done;
  };
  return { take, free: () => schedules.clear() };
}

const lastOf = (text: string, separator: string) => text.split(separator).at(-1) ?? '';

const parsed = (body: Buffer): unknown => JSON.parse(body.toString());

function answerOf(status: number, body: object): WholeAnswer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
