import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { leaseMs } from '../../../shared/message/message-states.ts';
import { attachmentsOf } from '../../harness/files.ts';
import type { Lanes } from '../../harness/lanes.ts';
import { randomFrom } from '../../harness/random.ts';
import { bodyOf } from '../../harness/send.ts';
import { type CallerLine, patience } from '../caller.ts';
import { type Clock, drawClock, latestMs, steady } from '../clock.ts';
import type { Send } from '../judge.ts';
import type { Meetings, Task } from '../meetings.ts';
import { readReply, type SoakReply } from '../replies.ts';
import type { HandOver } from '../reports/reporting.ts';
import type { Environment, Invoked } from './environment.ts';
import { functionMs } from './scale.ts';

/** How a call ended, and whether SES got, or will get, a mail of it. */
export type CalledFunction = Invoked & { mayBeSent: boolean };

export interface CallOptions {
  /** Default: right. */
  clock?: Clock;
  /** The function's time limit in milliseconds. Default: `functionMs`. */
  timeMs?: number;
  /** Called with the name that identifies the function's calls. */
  onCaller?: (caller: string) => void;
}

/** Calls a function in its next free environment. The faults of its own calls follow from the task. */
export type CallFunction = (
  task: Task,
  event: unknown,
  options?: CallOptions,
) => Promise<CalledFunction>;

/** Returns a function that calls a Lambda function in these environments. */
export function callIn(environments: Lanes<Environment>, meetings: Meetings): CallFunction {
  return (task, event, { clock = steady, timeMs = functionMs, onCaller } = {}) =>
    environments.use(async (environment) => {
      const caller = environment.prepare();
      onCaller?.(caller);
      meetings.begin(caller, task);
      const invoked = await environment.invoke({ event, clock, timeMs });
      return { ...invoked, ...meetings.end(caller) };
    });
}

/** Whether a function accepted its queue message or report. */
export const isTaken = (called: CalledFunction) => called.ended === 'returned' && !called.failed;

/** A request as API Gateway gives it to a function. */
export function httpEvent(accountId: string, body: string, key?: string | null): ProxyEvent {
  return {
    headers: {
      'content-type': 'application/json',
      ...(key && { [idempotencyHeader]: key }),
    },
    body,
    isBase64Encoded: false,
    requestContext: {
      extendedRequestId: randomBytes(12).toString('base64url'),
      authorizer: { accountId, keyId: 'key_soak' },
    },
  };
}

/** A message of a queue as SQS gives it to a function. */
export const queueEvent = (body: unknown, received: number) => ({
  Records: [
    {
      messageId: 'soak',
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: String(received) },
    },
  ],
});

/** The answer of one of the API's functions; null if there was no answer. */
export function answerOf(called: CalledFunction): ProxyAnswer | null {
  return called.ended === 'returned' && !called.failed ? (called.value as ProxyAnswer) : null;
}

export function replyOf(called: CalledFunction): SoakReply {
  if (called.ended === 'killed') return { kind: 'nothing' };
  if (called.ended === 'out of time') return { kind: 'too late' };
  const answer = answerOf(called);
  return answer ? readReply(answer.statusCode, answer.body) : { kind: 'fault', status: 500 };
}

/** The request of execute for a send. */
export const executeEvent = (accountId: string, { id, key, sendAtMs }: Send): ProxyEvent =>
  httpEvent(accountId, bodyOf(id, sendAtMs ?? undefined, attachmentsOf(id)), key);

export interface CallerLineOptions {
  seed: number;
  /** The account that a send belongs to. */
  accountOf: (sendId: string) => string;
  /** Whether the clocks of a send's requests are right. Default: some are not. */
  isSteady?: (sendId: string) => boolean;
  /** The request of a send. Default: one of execute. */
  requestOf?: (send: Send) => ProxyEvent;
  /** Reads the answer to a send's request. Default: as one of execute. */
  read?: (send: Send, called: CalledFunction) => SoakReply;
}

/** A second request with one Idempotency-Key comes up to this many milliseconds after the first. */
const secondAfterMs = 400;

/** The line to `execute` or another function. It waits for no lease, but moves the clock of the send's requests on. */
export function executionLine(call: CallFunction, options: CallerLineOptions): CallerLine {
  const { seed, accountOf, isSteady, read = (_, called) => replyOf(called) } = options;
  const { requestOf = (send) => executeEvent(accountOf(send.id), send) } = options;
  const ahead = new Map<string, { nowMs: number; latestMs: number }>();
  return {
    request: async (send, { number, calm }) => {
      const words = [send.id, number];
      const random = randomFrom(seed, ...words, 'clock');
      const isSecond = !Number.isInteger(number);
      if (isSecond) await pause(random() * secondAfterMs);
      const drawn = calm || isSteady?.(send.id) ? steady : drawClock(random, { isSecond });
      const { nowMs, latestMs: before } = ahead.get(send.id) ?? { nowMs: 0, latestMs: 0 };
      ahead.set(send.id, { nowMs, latestMs: Math.max(before, nowMs + latestMs(drawn)) });
      const clock = { ...drawn, aheadMs: nowMs + drawn.aheadMs };
      const task = { words, slowness: [send.id, Math.floor(number)], calm };
      const called = await call(task, requestOf(send), { clock });
      if (called.ended === 'returned') send.endLost ||= called.endLost;
      return { ...read(send, called), mayBeSent: called.mayBeSent };
    },
    patience,
    untilLeaseIsOver: async ({ id }) => {
      const nowMs = (ahead.get(id)?.latestMs ?? 0) + leaseMs;
      ahead.set(id, { nowMs, latestMs: nowMs });
    },
  };
}

/** Hands reports to the function for SES's reports. */
export function reportLine(call: CallFunction): HandOver {
  return async (report, { words, calm }) =>
    isTaken(await call({ words, slowness: words, calm }, report));
}
