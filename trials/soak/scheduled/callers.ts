import { setTimeout as pause } from 'node:timers/promises';
import { lanes } from '../../harness/lanes.ts';
import { type Random, randomFrom } from '../../harness/random.ts';
import { type Line, sendUntilEnd } from '../caller.ts';
import { executionLine } from '../function/lines.ts';
import type { Executed, Execution } from '../function/messages.ts';
import { patience } from '../patience.ts';
import { isEnd, isOver, type Reply } from '../replies.ts';
import type { ScheduledSend } from './judge-scheduled.ts';
import { cancelLine } from './lines.ts';
import type { Cancelled, Cancelling } from './messages.ts';
import { accountId, type World } from './world.ts';

/** One send in this many has no Idempotency-Key. */
const withoutKey = 10;

/** Every third send goes by the queue's own delay, the others by schedules. */
const soonEvery = 3;
const aheadMs = { soon: 10 * 60_000, later: 5 * 3_600_000 };

const odds = { cancelled: 0.3, repeatedAfterwards: 0.5 };

/** A cancel comes this long after its message was scheduled, at most: about when its first wake-up comes. */
const cancelAfterMs = 900;

/** Requests without faults of a caller that repeats a request whose message FAILED. */
const requestsAfterFailure = 20;

/** Cancels, and how many of them were too late. */
export interface Cancels {
  asked: number;
  tooLate: number;
}

export interface CallersOptions {
  seed: number;
  environments: number;
  onEnded?: ((ended: number) => void) | undefined;
}

export function newScheduledSend(seed: number, number: number): ScheduledSend {
  const id = `send-${seed}-${number}`;
  const key = number % withoutKey === 0 ? null : `key-${id}`;
  const isSoon = number % soonEvery === 0;
  const times = { isSoon, sendAtMs: 0, woken: [], isEarly: false };
  return { id, key, replies: [], endLost: false, ...times, isCancelOpen: false, cancelled: [] };
}

/**
 * Schedules each mail, and cancels some of them. `ended` is told when the caller of a send repeats its request no more.
 * Returns the line of the callers as well.
 */
export async function scheduleAndCancel(
  { meetings, begin }: World,
  sends: readonly ScheduledSend[],
  ended: (sendId: string) => void,
  { seed, environments, onEnded }: CallersOptions,
): Promise<{ cancels: Cancels; line: Line }> {
  const byId = new Map(sends.map((send) => [send.id, send]));
  const cancel = cancelLine(
    begin<Cancelling, Cancelled>('cancel', Math.ceil(environments / 3)),
    meetings,
  );
  const line = executionLine(begin<Execution, Executed>('execute', environments), {
    seed,
    meetings,
    accountOf: () => accountId,
    sendAtOf: ({ id }) => byId.get(id)?.sendAtMs ?? 0,
    // A clock that is an hour off would find such a time in the past.
    isSteady: ({ id }) => byId.get(id)?.isSoon === true,
  });
  const cancels = { asked: 0, tooLate: 0 };
  const callers = lanes(environments);
  let endedSends = 0;
  const one = async (send: ScheduledSend) => {
    const random = randomFrom(seed, send.id);
    send.sendAtMs = Date.now() + aheadMs[send.isSoon ? 'soon' : 'later'];
    await sendUntilEnd(send, line, random);
    ended(send.id);
    const scheduled = send.replies.findLast((reply) => reply.kind === 'scheduled');
    if (scheduled && random() < odds.cancelled) {
      await pause(random() * cancelAfterMs);
      cancels.asked += 1;
      const cancelled = await cancel(send.id, accountId, scheduled.id);
      if (cancelled?.length === 0) cancels.tooLate += 1;
      if (cancelled) send.cancelled.push(...cancelled);
      else send.isCancelOpen = true;
      await repeat(send, line, random);
    }
    endedSends += 1;
    onEnded?.(endedSends);
  };
  await Promise.all(sends.map((send) => callers.use(() => one(send))));
  return { cancels, line };
}

/** A caller repeats its request after its message FAILED. `states`: those of the messages. */
export async function repeatFailed(
  sends: readonly ScheduledSend[],
  states: ReadonlyMap<string, string>,
  line: Line,
): Promise<void> {
  const hasFailed = (reply: Reply | undefined) =>
    reply?.kind === 'scheduled' && states.get(reply.id) === 'FAILED';
  for (const send of sends) {
    // The time of the others may be over.
    if (send.key === null || send.isSoon || !hasFailed(send.replies.findLast(isEnd))) continue;
    for (let number = 0; number < requestsAfterFailure; number++) {
      await patience(number);
      await line.untilLeaseIsOver(send);
      const reply = await line.request(send, { number: 200 + number, calm: true });
      send.replies.push(reply);
      send.isKeyKept = hasFailed(reply);
      if (isOver(reply)) break;
    }
  }
}

/** A forgetful caller repeats the request that scheduled a message, after it was cancelled. */
async function repeat(send: ScheduledSend, line: Line, random: Random): Promise<void> {
  if (send.key === null || random() > odds.repeatedAfterwards) return;
  await line.untilLeaseIsOver(send);
  send.replies.push(await line.request(send, { number: 100, calm: true }));
}
