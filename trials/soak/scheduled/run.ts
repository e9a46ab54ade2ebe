import { setTimeout as pause } from 'node:timers/promises';
import type { Stops } from '../../../local/stops.ts';
import { env } from '../../../shared/env.ts';
import { saveTemplates } from '../../harness/accounts.ts';
import { Lanes, lanes } from '../../harness/lanes.ts';
import { type Random, randomFrom } from '../../harness/random.ts';
import { sendTemplate } from '../../harness/send.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { type Line, sendUntilEnd } from '../caller.ts';
import { queueOdds } from '../faults/fate.ts';
import { startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto, sendIdOf } from '../faults/ses.ts';
import type { Break } from '../function/breaks.ts';
import { Environment } from '../function/environment.ts';
import { executionLine } from '../function/lines.ts';
import { Meetings } from '../function/meetings.ts';
import type { Executed, Execution, WorkerSettings } from '../function/messages.ts';
import { startPeers } from '../function/peers.ts';
import { readRecords } from '../records.ts';
import { judgeScheduled, type ScheduledJudgement, type ScheduledSend } from './judge-scheduled.ts';
import { cancelLine, wakeUpLine } from './lines.ts';
import type { Cancelled, Cancelling, Delivered, Delivery } from './messages.ts';
import { type OnAsked, queueOf } from './queue.ts';
import { WakeUps } from './wake-ups.ts';

export interface ScheduledRunOptions {
  seed: number;
  sends: number;
  /** The part that is broken on purpose; null: none. */
  broken: Break | null;
  /** Environments of execute, and as many of due. */
  environments: number;
  /** Called at the end of each send's requests, with the number of sends that have ended. */
  onEnded?: (ended: number) => void;
}

export interface ScheduledRun extends ScheduledJudgement {
  requests: number;
  deliveries: number;
  /** Cancels, and how many of them were too late. */
  cancels: { asked: number; tooLate: number };
  deadLetters: number;
  damage: Meetings['damage'];
}

const accountId = 'acct_soak';

/** One send in this many has no Idempotency-Key. */
const withoutKey = 10;

/** Every third send goes by the queue's own delay, the others by schedules. */
const soonEvery = 3;
const aheadMs = { soon: 10 * 60_000, later: 5 * 3_600_000 };

const odds = { cancelled: 0.3, repeatedAfterwards: 0.5 };

/** A cancel comes this long after its message was scheduled, at most: about when its first wake-up comes. */
const cancelAfterMs = 900;

const queueEnvironment = {
  [env.dueQueue]: 'arn:aws:sqs:us-east-1:000000000000:Due',
  [env.scheduleGroup]: 'soak',
  [env.scheduleRole]: 'arn:aws:iam::000000000000:role/soak',
  [env.deadLetterQueue]: 'arn:aws:sqs:us-east-1:000000000000:Dead',
};

/**
 * Schedules mails through `execute`, cancels some of them through `cancel`, and sends the others through `due`: each
 * with its own adapters, in threads that are killed, while the sockets to SES, to the tables, to the queue and to the
 * schedules break.
 */
export async function runScheduled(
  { seed, sends: count, broken, environments, onEnded }: ScheduledRunOptions,
  stops: Stops,
): Promise<ScheduledRun> {
  const endpoint = await startOwnTables(stops);
  const ports = { ...tablesBy(tablesClient(endpoint, stops)), now: () => new Date() };
  await saveTemplates(ports, accountId, [sendTemplate]);
  const threads = new Map<string, { stop: () => Promise<void> }>();
  const meetings = new Meetings(seed, (caller) => {
    void threads.get(caller.split('.')[0] ?? '')?.stop();
  });
  const sends = Array.from({ length: count }, (_, number) => newSend(seed, number));
  const byId = new Map(sends.map((send) => [send.id, send]));
  const accepted: AcceptedMail[] = [];
  const accept = acceptInto(accepted);
  const peers = await startPeers(endpoint, meetings, stops, (call) => {
    const send = byId.get(sendIdOf(call));
    if (send) send.isEarly ||= send.clockMs < send.sendAtMs;
    return accept(call);
  });
  const queue = await startQueue(meetings, stops, (sendId, wakeUp) => wakeUps.add(sendId, wakeUp));
  const begin = <Invocation, Answer>(name: WorkerSettings['name'], instances: number) => {
    const peersOf = (caller: string) => ({ ...peers.peersOf(caller), ...queue.peersOf(caller) });
    const all = Array.from({ length: instances }, (_, number) => {
      const options = { name: `${name}-${number}`, settings: { name, broken }, peersOf };
      const environment = new Environment<Invocation, Answer>(options);
      threads.set(options.name, environment);
      return stops.add(environment, (each) => each.stop());
    });
    return new Lanes(all);
  };
  const onClock = (sendId: string, nowMs: number) => {
    const send = byId.get(sendId);
    if (send) send.clockMs = Math.max(send.clockMs, nowMs);
  };
  const ended = new Map(sends.map(({ id }) => [id, Promise.withResolvers<void>()]));
  const wakeUps = new WakeUps({
    seed,
    deliver: wakeUpLine(begin<Delivery, Delivered>('due', environments), meetings, onClock),
    onWoken: (sendId, woken) =>
      byId.get(sendId)?.woken.push(woken.map((each) => each ?? 'failed').join(' + ')),
    isSoon: (sendId) => byId.get(sendId)?.isSoon === true,
    untilEnded: async (sendId) => ended.get(sendId)?.promise,
  });
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
    ended.get(send.id)?.resolve();
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
  // A late call may still ask for a wake-up, and a wake-up for another one.
  for (const all of [queue, peers, wakeUps, queue, peers, wakeUps]) await all.quiet();
  const judgement = judgeScheduled(sends, accepted, await readRecords(ports.messages, accountId));
  return {
    ...judgement,
    requests: sends.reduce((sum, { replies }) => sum + replies.length, 0),
    deliveries: wakeUps.deliveries,
    deadLetters: wakeUps.deadLetters,
    cancels,
    damage: meetings.damage,
  };
}

/** A forgetful caller repeats the request that scheduled a message, after it was cancelled. */
async function repeat(send: ScheduledSend, line: Line, random: Random): Promise<void> {
  if (send.key === null || random() > odds.repeatedAfterwards) return;
  await line.untilLeaseIsOver(send);
  send.replies.push(await line.request(send, { number: 100, calm: true }));
}

/** SQS and EventBridge Scheduler as the functions reach them, through faults. */
async function startQueue(meetings: Meetings, stops: Stops, onAsked: OnAsked) {
  const sendOf = new WeakMap<object, string>();
  const take = queueOf(onAsked);
  const server = await startFaultServer({
    meet: (call) => {
      sendOf.set(call, meetings.firstWord(call.caller));
      const operation = call.path === '/' ? 'SendMessage' : `${call.method} schedule`;
      return meetings.meet(call, 'queue', operation, queueOdds);
    },
    apply: (call) => take(call, sendOf.get(call) ?? ''),
  });
  stops.add(server, (each) => each.stop());
  return {
    peersOf: (caller: string) => ({
      ...queueEnvironment,
      [env.sqsEndpoint]: server.urlFor(caller),
      [env.schedulerEndpoint]: server.urlFor(caller),
    }),
    quiet: () => server.quiet(),
  };
}

function newSend(seed: number, number: number): ScheduledSend {
  const id = `send-${seed}-${number}`;
  const key = number % withoutKey === 0 ? null : `key-${id}`;
  const isSoon = number % soonEvery === 0;
  const times = { isSoon, sendAtMs: 0, clockMs: 0, woken: [], isEarly: false, isCancelOpen: false };
  return { id, key, replies: [], endLost: false, ...times, cancelled: [] };
}
