import { setTimeout as pause } from 'node:timers/promises';
import { lanes } from '../../harness/lanes.ts';
import { type Random, randomFrom } from '../../harness/random.ts';
import { type Line, sendUntilEnd } from '../caller.ts';
import { executionLine } from '../function/lines.ts';
import type { Executed, Execution } from '../function/messages.ts';
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

/** Schedules each mail, and cancels some of them. `ended` is told when the caller of a send repeats its request no more. */
export async function scheduleAndCancel(
  { meetings, begin }: World,
  sends: readonly ScheduledSend[],
  ended: (sendId: string) => void,
  { seed, environments, onEnded }: CallersOptions,
): Promise<Cancels> {
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
  return cancels;
}

/** A forgetful caller repeats the request that scheduled a message, after it was cancelled. */
async function repeat(send: ScheduledSend, line: Line, random: Random): Promise<void> {
  if (send.key === null || random() > odds.repeatedAfterwards) return;
  await line.untilLeaseIsOver(send);
  send.replies.push(await line.request(send, { number: 100, calm: true }));
}
