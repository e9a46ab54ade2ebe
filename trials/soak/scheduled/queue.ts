import * as z from 'zod';
import type { MessagePlace } from '../../../shared/message/message-store.ts';
import type { Call, WholeAnswer } from '../faults/server.ts';

/** A wake-up that a function asked for. */
export interface AskedWakeUp {
  place: MessagePlace;
  /** The time that it was asked for, in milliseconds since 1970. */
  atMs: number;
  /** Whether it was not taken back meanwhile, as a schedule can be. */
  isKept: () => boolean;
}

/** Is told of each wake-up, and of the send that it belongs to. */
export type OnAsked = (sendId: string, wakeUp: AskedWakeUp) => void;

const place = z.object({ accountId: z.string(), messageId: z.string() });
const sendMessage = z.object({ MessageBody: z.string(), DelaySeconds: z.number() });
const createSchedule = z.object({
  ScheduleExpression: z.string().regex(/^at\(.+\)$/),
  Target: z.object({ Input: z.string() }),
});

const done = answerOf(200, {});
const conflict = answerOf(409, { __type: 'ConflictException', message: 'It exists already.' });
const missing = answerOf(404, { __type: 'ResourceNotFoundException', message: 'Not found.' });

/**
 * Stands in for SQS and for EventBridge Scheduler, and gives each wake-up to `onAsked` at once: who reads the queue has the
 * clock. The name of a schedule stays taken after its time, as it does for a while in AWS.
 */
export function queueOf(onAsked: OnAsked) {
  const schedules = new Map<string, { isDeleted: boolean }>();
  return async ({ method, path, body }: Call, sendId: string): Promise<WholeAnswer> => {
    const name = /^\/schedules\/([^?]+)/.exec(path)?.[1];
    if (name === undefined) {
      const { MessageBody, DelaySeconds } = sendMessage.parse(parsed(body));
      const atMs = Date.now() + 1000 * DelaySeconds;
      onAsked(sendId, { place: placeIn(MessageBody), atMs, isKept: () => true });
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
    onAsked(sendId, { place: placeIn(Target.Input), atMs, isKept: () => !schedule.isDeleted });
    return done;
  };
}

const placeIn = (text: string) => place.parse(JSON.parse(text));

const parsed = (body: Buffer): unknown => JSON.parse(body.toString());

function answerOf(status: number, body: object): WholeAnswer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
