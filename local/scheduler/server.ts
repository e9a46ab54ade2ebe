import type { IncomingMessage, Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { reasonOf } from '../failure.ts';
import { answerJson, guardedServer } from '../loopback/door.ts';
import { createSchedule, scheduleOf } from './schedule.ts';
import type { Schedules } from './schedules.ts';

/** An answer of EventBridge Scheduler; `type` names the exception of a refusal. */
interface SchedulerReply {
  status: number;
  type?: string;
  body: object;
}

const refusal = (status: number, type: string, Message: string): SchedulerReply => ({
  status,
  type,
  body: { Message },
});

/** EventBridge Scheduler over HTTP, not yet listening: one-time `CreateSchedule`, and `DeleteSchedule`, in `groups`. */
export function schedulerServer(schedules: Schedules, groups: ReadonlySet<string>): Server {
  return guardedServer(async (req, res) => {
    const { status, type, body } = await perform(req, schedules, groups).catch((error) =>
      refusal(500, 'InternalServerException', reasonOf(error)),
    );
    answerJson(res, status, body, type === undefined ? {} : { 'x-amzn-errortype': type });
  });
}

async function perform(
  req: IncomingMessage,
  schedules: Schedules,
  groups: ReadonlySet<string>,
): Promise<SchedulerReply> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const name = /^\/schedules\/([\w.-]{1,64})$/.exec(pathname)?.[1];
  if (name && req.method === 'DELETE') {
    const group = searchParams.get('groupName') ?? 'default';
    if (schedules.delete({ group, name })) return { status: 200, body: {} };
    return refusal(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  }
  if (name && req.method === 'POST') {
    const asked = createSchedule.safeParse(await json(req).catch(() => undefined));
    if (!asked.success) {
      const { path = [], message } = asked.error.issues[0] ?? {};
      const where = path.join('.') || 'The body';
      return refusal(400, 'ValidationException', `${where}: ${message}`);
    }
    const made = scheduleOf(name, asked.data);
    if (!groups.has(made.group)) {
      const message = `Schedule group ${made.group} does not exist.`;
      return refusal(404, 'ResourceNotFoundException', message);
    }
    if (schedules.create(made)) return { status: 200, body: { ScheduleArn: name } };
    return refusal(409, 'ConflictException', `Schedule ${name} already exists.`);
  }
  return refusal(400, 'ValidationException', 'The local run does not support this operation');
}
