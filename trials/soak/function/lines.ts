import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProxyEvent } from '../../../shared/http/proxy.ts';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { leaseMs } from '../../../shared/message/message-states.ts';
import { attachmentsOf } from '../../harness/files.ts';
import type { Lanes } from '../../harness/lanes.ts';
import { randomFrom } from '../../harness/random.ts';
import { bodyOf } from '../../harness/send.ts';
import type { Line } from '../caller.ts';
import type { Send } from '../judge.ts';
import { patience } from '../patience.ts';
import { type Reply, readReply } from '../replies.ts';
import type { HandOver } from '../reports/reporting.ts';
import { drawClock, latestMs } from './clock.ts';
import type { Environment, Invoked } from './environment.ts';
import type { Meetings } from './meetings.ts';
import type { Executed, Execution, Report, Taken } from './messages.ts';

export interface LineOptions {
  seed: number;
  meetings: Meetings;
  /** The account that a send belongs to. */
  accountOf: (send: Send) => string;
  /** When a send's mail is to be sent, in milliseconds since 1970. Default: at once. */
  sendAtOf?: (send: Send) => number;
  /** Whether the clocks of a send's requests are right. Default: some are not. */
  isSteady?: (send: Send) => boolean;
  /** The request of a send. Default: one of execute. */
  requestOf?: (send: Send) => ProxyEvent;
  /** Reads the answer to a send's request; it may also be no answer. Default: as one of execute. */
  read?: (send: Send, invoked: Invoked<Executed>) => Reply;
}

/** A second request with one key comes up to this many milliseconds after the first. */
const secondAfterMs = 400;

/** The line to execute, or to another function. Instead of waiting for a lease, it puts the clock of the send's requests forward. */
export function executionLine(
  environments: Lanes<Environment<Execution, Executed>>,
  { seed, meetings, accountOf, sendAtOf, isSteady, ...others }: LineOptions,
): Line {
  const {
    requestOf = (send) => executeEvent(send, accountOf(send), sendAtOf?.(send)),
    read = (_, invoked) => replyOf(invoked),
  } = others;
  const ahead = new Map<string, { nowMs: number; latestMs: number }>();
  return {
    request: async (send, { number, calm }) => {
      const words = [send.id, number];
      const random = randomFrom(seed, ...words, 'clock');
      const isSecond = !Number.isInteger(number);
      if (isSecond) await pause(random() * secondAfterMs);
      const clock = calm || isSteady?.(send) ? steady : drawClock(random, { isSecond });
      const { nowMs, latestMs: before } = ahead.get(send.id) ?? { nowMs: 0, latestMs: 0 };
      ahead.set(send.id, { nowMs, latestMs: Math.max(before, nowMs + latestMs(clock)) });
      return environments.use(async (environment) => {
        const caller = environment.prepare();
        meetings.begin(caller, { words, slowness: [send.id, Math.floor(number)], calm });
        const invoked = await environment.invoke({
          event: requestOf(send),
          clock: { ...clock, aheadMs: nowMs + clock.aheadMs },
        });
        if (invoked.ended === 'answered') send.endLost ||= invoked.answer.endLost;
        return { ...read(send, invoked), ...meetings.end(caller) };
      });
    },
    patience,
    untilLeaseIsOver: async ({ id }) => {
      const nowMs = (ahead.get(id)?.latestMs ?? 0) + leaseMs;
      ahead.set(id, { nowMs, latestMs: nowMs });
    },
  };
}

export const steady = { aheadMs: 0, step: null };

/** The line to the events function. */
export function reportLine(
  environments: Lanes<Environment<Report, Taken>>,
  meetings: Meetings,
): HandOver {
  return (report, { words, calm }) =>
    environments.use(async (environment) => {
      const caller = environment.prepare();
      meetings.begin(caller, { words, slowness: words, calm });
      const invoked = await environment.invoke({ report });
      meetings.end(caller);
      return invoked.ended === 'answered' && invoked.answer.acknowledged;
    });
}

export function replyOf(invoked: Invoked<Executed>): Reply {
  if (invoked.ended === 'killed') return { kind: 'nothing' };
  if (invoked.ended === 'out of time') return { kind: 'too late' };
  const { statusCode, body } = invoked.answer.answer;
  return readReply(statusCode, body);
}

function executeEvent({ id, key }: Send, accountId: string, sendAtMs?: number): ProxyEvent {
  return eventOf(accountId, bodyOf(id, sendAtMs, attachmentsOf(id)), key);
}

/** A request as API Gateway gives it to a function. */
export function eventOf(accountId: string, body: string, key: string | null = null): ProxyEvent {
  return {
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { [idempotencyHeader]: key }),
    },
    body,
    isBase64Encoded: false,
    requestContext: {
      extendedRequestId: randomBytes(12).toString('base64url'),
      authorizer: { accountId, keyId: 'key_soak' },
    },
  };
}
