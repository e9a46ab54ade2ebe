import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { type Random, randomFrom } from '../../harness/random.ts';
import { type CallerLine, patience, sendUntilEnd } from '../caller.ts';
import { answerOf, type CallFunction, executionLine, httpEvent } from '../functions/call.ts';
import { Send, sum } from '../judge.ts';
import type { PartOptions, SoakPart } from '../part.ts';
import { isEnd, isOver, type SoakReply } from '../replies.ts';
import { accountId, type SoakWorld, startWorld } from '../soak-world.ts';

/** One send in this many has no Idempotency-Key. */
const withoutKey = 10;

/** Every third send uses the queue's delay, the others use schedules. */
const soonEvery = 3;
const aheadMs = { soon: 10 * 60_000, later: 5 * 3_600_000 };

const odds = { cancelled: 0.3, repeatedAfterwards: 0.5 };

/** A cancel comes at most this long after its message was scheduled, which is about when the first wake-up comes. */
const cancelAfterMs = 900;

/** Requests without faults of a caller that repeats a request whose message FAILED. */
const requestsAfterFailure = 20;

/** The requests of one cancel; the last ones meet no faults, and come after longer and longer pauses. */
const cancels = { faulty: 4, all: 20 };

/** Sends that are to be scheduled; `sendAtMs` is set by the first request. */
export const newScheduledSends = ({ seed, sends }: PartOptions, change?: typeof drawn) =>
  Array.from({ length: sends }, (_, number) => {
    const key = number % withoutKey === 0 ? { key: null } : {};
    const times = { isSoon: number % soonEvery === 0, sendAtMs: 0 };
    return new Send(`send-${seed}-${number}`, { ...key, ...times, ...change?.(number) });
  });

/** One send in three loses all its wake-ups, and one in eight has a suppressed recipient. */
const drawn = (number: number) => ({
  losesWakeUps: number % 3 === 1,
  isSuppressed: number % 8 === 5,
});

/**
 * Schedules mails through `execute`, cancels some of them through `cancel`, and sends the others through `due`, in threads
 * that are killed, while the sockets to SES, to the tables, to the queue and to the schedules break. Some lose all their
 * wake-ups, as with a stack that is destroyed and deployed again; when the others have ended, sweeps look for them. At the
 * end the callers whose messages FAILED repeat their requests.
 */
export const runScheduled: SoakPart = async (options, stops) => {
  const sends = newScheduledSends(options, drawn);
  const { untilEnded, end } = endsOf(sends);
  const world = await startWorld({ ...options, sends, untilEnded }, stops);
  const { met, line } = await scheduleAndCancel(world, sends, end, options);
  await world.settled();
  // The sweeps would send these as well, and so hide a wake-up that nothing lost on purpose.
  const left = (await world.records()).filter(
    ({ messageId, state }) => state === 'SCHEDULED' && !world.losesWakeUps(messageId),
  );
  await world.sweep();
  const records = await world.records();
  const states = new Map(records.map(({ messageId, state }) => [messageId, state]));
  await repeatFailed(sends, states, line);
  await world.settled();
  const result = await world.result();
  return {
    ...result,
    violations: sum(result.violations, { 'left scheduled': left.length }),
    cases: [
      ...left.map(({ messageId }) => `${messageId}: left before the sweeps`),
      ...result.cases,
    ],
    met: [...result.met, met],
  };
};

/** Tracks which callers have stopped repeating their requests. */
export function endsOf(sends: readonly Send[]) {
  const ended = new Map(sends.map(({ id }) => [id, Promise.withResolvers<void>()]));
  return {
    untilEnded: async (sendId: string) => ended.get(sendId)?.promise,
    end: (sendId: string) => ended.get(sendId)?.resolve(),
  };
}

/**
 * Schedules each mail, and cancels some of them. Calls `ended` when a send's caller has stopped repeating its request.
 * Also returns the callers' line, and a sentence about the cancels.
 */
export async function scheduleAndCancel(
  { begin }: SoakWorld,
  sends: readonly Send[],
  ended: (sendId: string) => void,
  { seed, environments }: PartOptions,
): Promise<{ met: string; line: CallerLine }> {
  const soon = new Set(sends.filter(({ isSoon }) => isSoon).map(({ id }) => id));
  const cancel = begin('cancel', Math.ceil(environments / 3));
  const line = executionLine(begin('execute', environments), {
    seed,
    accountOf: () => accountId,
    // A clock that is an hour ahead would see such a time in the past.
    isSteady: (sendId) => soon.has(sendId),
  });
  let [all, tooLate] = [0, 0];
  const one = async (send: Send) => {
    const random = randomFrom(seed, send.id);
    send.sendAtMs = Date.now() + aheadMs[send.isSoon ? 'soon' : 'later'];
    await sendUntilEnd(send, line, random);
    ended(send.id);
    const scheduled = send.replies.findLast((reply) => reply.kind === 'scheduled');
    if (!scheduled || random() >= odds.cancelled) return;
    await pause(random() * cancelAfterMs);
    all += 1;
    const cancelled = await cancelUntilAnswered(cancel, send.id, scheduled.id);
    if (cancelled?.length === 0) tooLate += 1;
    if (cancelled) send.cancelled.push(...cancelled);
    else send.isCancelOpen = true;
    await repeat(send, line, random);
  };
  await inParallel(sends, one, environments);
  return { met: `${all} cancels, ${tooLate} too late`, line };
}

const cancelAnswer = z.object({ cancelled: z.array(z.string()) });

/**
 * Repeats a cancel until it is answered, as a careful caller does. Returns the ids that are cancelled; null if no answer
 * came.
 */
async function cancelUntilAnswered(
  cancel: CallFunction,
  sendId: string,
  messageId: string,
): Promise<string[] | null> {
  for (let number = 0; number < cancels.all; number++) {
    const words = [sendId, 'cancel', number];
    const calm = number >= cancels.faulty;
    if (calm) await patience(number - cancels.faulty);
    const event = httpEvent(accountId, JSON.stringify({ id: messageId }));
    const answer = answerOf(await cancel({ words, slowness: words, calm }, event));
    if (answer?.statusCode === 200) return cancelAnswer.parse(JSON.parse(answer.body)).cancelled;
    if (answer && answer.statusCode < 500)
      throw new Error(`Cancel answered ${answer.statusCode}: ${answer.body}`);
  }
  return null;
}

/** A caller repeats its request after its message FAILED. `states`: the messages' states. */
async function repeatFailed(
  sends: readonly Send[],
  states: ReadonlyMap<string, string>,
  line: CallerLine,
): Promise<void> {
  const hasFailed = (reply: SoakReply | undefined) =>
    reply?.kind === 'scheduled' && states.get(reply.id) === 'FAILED';
  for (const send of sends) {
    // The other messages may already be due.
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
async function repeat(send: Send, line: CallerLine, random: Random): Promise<void> {
  if (send.key === null || random() > odds.repeatedAfterwards) return;
  await line.untilLeaseIsOver(send);
  send.replies.push(await line.request(send, { number: 100, calm: true }));
}
