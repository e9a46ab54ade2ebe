import type { Stops } from '../../../local/stops.ts';
import { env } from '../../../shared/env.ts';
import { saveTemplates } from '../../harness/accounts.ts';
import { filesOf } from '../../harness/files.ts';
import { Lanes } from '../../harness/lanes.ts';
import { sendTemplate } from '../../harness/send.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { queueOdds } from '../faults/fate.ts';
import { startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto } from '../faults/ses.ts';
import type { Break } from '../function/breaks.ts';
import { Environment } from '../function/environment.ts';
import { Meetings } from '../function/meetings.ts';
import type { WorkerSettings } from '../function/messages.ts';
import { startPeers } from '../function/peers.ts';
import { patience } from '../patience.ts';
import { isBeforeItsTime, type ScheduledSend } from './judge-scheduled.ts';
import { wakeUpLine } from './lines.ts';
import type { Delivered, Delivery } from './messages.ts';
import { type Asked, type OnAsked, queueOf } from './queue.ts';
import { WakeUps } from './wake-ups.ts';

export const accountId = 'acct_soak';

export interface WorldOptions {
  seed: number;
  /** The part that is broken on purpose; null: none. */
  broken: Break | null;
  /** Environments of due. */
  environments: number;
  sends: readonly ScheduledSend[];
  /** Resolves when the caller of a send repeats its request no more. */
  untilEnded: (sendId: string) => Promise<unknown>;
  /** The send or the message by which a wake-up is counted. Default: the send that asked for it. */
  wakeUpIdOf?: (sendId: string, asked: Asked) => string;
  /** Is told of each mail that SES accepts. */
  onAccepted?: (mail: AcceptedMail) => void;
  /** Is told of each event for the webhooks. Default: the functions announce none. */
  onEvent?: (asked: Asked) => void;
}

/** The functions of scheduled mails, and what is around them. */
export type World = Awaited<ReturnType<typeof startWorld>>;

const queues = { due: 'Due', webhooks: 'Webhooks' };
const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;

/** How often an operator gives the dead letters to their queue again. */
const replays = 10;

/**
 * Starts tables, SES, a queue and schedules, all with faults, and `due`, which reads the queue. Other functions are
 * started by `begin`.
 */
export async function startWorld(options: WorldOptions, stops: Stops) {
  const { seed, broken, environments, sends, untilEnded, onEvent } = options;
  const { wakeUpIdOf = (sendId) => sendId } = options;
  const endpoint = await startOwnTables(stops);
  const ports = { ...tablesBy(tablesClient(endpoint, stops)), now: () => new Date() };
  await saveTemplates(ports, accountId, [sendTemplate]);
  const threads = new Map<string, { stop: () => Promise<void> }>();
  const meetings = new Meetings(seed, (caller) => {
    void threads.get(caller.split('.')[0] ?? '')?.stop();
  });
  const byId = new Map(sends.map((send) => [send.id, send]));
  const accepted: AcceptedMail[] = [];
  // By message, for a wake-up may be counted for another send: that of a call which came after its task had ended.
  const aheadOf = new Map<string, number>();
  const onClock = (messageId: string, aheadMs: number) =>
    aheadOf.set(messageId, Math.max(aheadOf.get(messageId) ?? aheadMs, aheadMs));
  const onAccepted = (mail: AcceptedMail) => {
    const send = byId.get(mail.sendId);
    const aheadMs = aheadOf.get(mail.messageId);
    if (send) send.isEarly ||= isBeforeItsTime(send.sendAtMs, { nowMs: Date.now(), aheadMs });
    options.onAccepted?.(mail);
  };
  const accept = acceptInto(accepted, onAccepted, filesOf);
  const peers = await startPeers(endpoint, meetings, stops, accept);
  const queue = await startQueue(meetings, stops, onEvent !== undefined, (sendId, asked) => {
    if (asked.queue === queues.webhooks) onEvent?.(asked);
    else wakeUps.add(wakeUpIdOf(sendId, asked), asked);
  });
  const begin = <Invocation, Answer>(name: WorkerSettings['name'], instances: number) => {
    const peersOf = (caller: string) => ({ ...peers.peersOf(caller), ...queue.peersOf(caller) });
    const all = Array.from({ length: instances }, (_, number) => {
      const settings = { name: `${name}-${number}`, settings: { name, broken }, peersOf };
      const environment = new Environment<Invocation, Answer>(settings);
      threads.set(settings.name, environment);
      return stops.add(environment, (each) => each.stop());
    });
    return new Lanes(all);
  };
  const wakeUps = new WakeUps({
    seed,
    deliver: wakeUpLine(begin<Delivery, Delivered>('due', environments), meetings, onClock),
    onWoken: (sendId, woken) =>
      byId.get(sendId)?.woken.push(woken.map((each) => each ?? 'failed').join(' + ')),
    untilFirst: async (sendId) => byId.get(sendId)?.isSoon || (await untilEnded(sendId)),
    untilEnded,
  });
  // A late call may still ask for a wake-up, and a wake-up for another one.
  const quiet = async () => {
    for (const all of [queue, peers, wakeUps, queue, peers, wakeUps]) await all.quiet();
  };
  return {
    ...{ ports, meetings, begin, wakeUps, accepted, quiet },
    /** Resolves when all wake-ups are used up, and an operator has given the dead letters to the queue again. */
    settled: async () => {
      await quiet();
      await replayAll(wakeUps, quiet);
    },
  };
}

/** Replays the dead letters of a queue until none is left. */
export async function replayAll(letters: WakeUps, quiet: () => Promise<void>): Promise<void> {
  for (let round = 0; round < replays && letters.dead > 0; round++) {
    await patience(round);
    letters.replay();
    await quiet();
  }
}

/** SQS and EventBridge Scheduler as the functions reach them, through faults. */
async function startQueue(
  meetings: Meetings,
  stops: Stops,
  hasWebhooks: boolean,
  onAsked: OnAsked,
) {
  const wordOf = new WeakMap<object, string>();
  const take = queueOf(onAsked);
  const server = await startFaultServer({
    meet: (call) => {
      wordOf.set(call, meetings.firstWord(call.caller));
      const operation = call.path.startsWith('/schedules/')
        ? `${call.method} schedule`
        : 'SendMessage';
      return meetings.meet(call, 'queue', operation, queueOdds);
    },
    apply: (call) => take(call, wordOf.get(call) ?? ''),
  });
  stops.add(server, (each) => each.stop());
  return {
    peersOf: (caller: string) => ({
      [env.dueQueue]: arnOf(queues.due),
      ...(hasWebhooks && { [env.webhooksQueue]: arnOf(queues.webhooks) }),
      [env.scheduleGroup]: 'soak',
      [env.scheduleRole]: 'arn:aws:iam::000000000000:role/soak',
      [env.deadLetterQueue]: arnOf('Dead'),
      [env.sqsEndpoint]: server.urlFor(caller),
      [env.schedulerEndpoint]: server.urlFor(caller),
    }),
    quiet: () => server.quiet(),
  };
}
