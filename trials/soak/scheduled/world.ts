import type { Stops } from '../../../local/stops.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import { env } from '../../../shared/env.ts';
import { saveTemplates } from '../../harness/accounts.ts';
import { filesOf } from '../../harness/files.ts';
import { Lanes } from '../../harness/lanes.ts';
import { firstRecipientOf, sendTemplate } from '../../harness/send.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { queueOdds } from '../faults/fate.ts';
import { operationOf, startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto } from '../faults/ses.ts';
import type { Break } from '../function/breaks.ts';
import { Environment } from '../function/environment.ts';
import { Meetings } from '../function/meetings.ts';
import type { WorkerSettings } from '../function/messages.ts';
import { startPeers } from '../function/peers.ts';
import { patience } from '../patience.ts';
import { isBeforeItsTime, type ScheduledSend } from './judge-scheduled.ts';
import { place, wakeUpLine } from './lines.ts';
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

/**
 * Sweeps after the stack has lost its wake-ups: the first an hour after the last mail was due, the others an hour apart. A
 * sweep leaves out a message that was tried shortly before.
 */
const sweeps = 4;
const sweepEveryMs = 3_600_000;

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
  const account = { accountId, name: 'Soak', plan: 'team', gatewayKeyId: 'soak' } as const;
  const createdAt = new Date().toISOString();
  await putAccount(ports.accounts, { ...account, usageIdentifierKey: 'soak', createdAt });
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
  /** When each sweep comes, by its id, and the send of each message. */
  const sweepTimes = new Map<string, number>();
  const sendOf = new Map<string, string>();
  const losesWakeUps = (messageId: string) =>
    byId.get(sendOf.get(messageId) ?? '')?.losesWakeUps === true;
  const lost = { wakeUps: 0 };
  let isSwept = false;
  // Through the fault server, which then knows how late reads answer.
  const operator = tablesBy(
    tablesClient(peers.peersOf('operator')[env.dynamodbEndpoint] ?? '', stops),
  );
  const suppressing = new Map<string, Promise<unknown>>();
  const suppressOnce = (sendId: string) => {
    const address = firstRecipientOf(sendId);
    const by = { reason: 'manual', detail: null, messageId: null, at: createdAt } as const;
    const written =
      suppressing.get(sendId) ?? suppress(operator.messages, accountId, { address, ...by });
    suppressing.set(sendId, written);
    return written;
  };
  const queue = await startQueue(meetings, stops, onEvent !== undefined, (sendId, asked) => {
    if (asked.queue === queues.webhooks) return onEvent?.(asked);
    const sweptAtMs = sweepTimes.get(sendId);
    const { data: message } = place.safeParse(asked.body);
    if (sweptAtMs === undefined) {
      if (message && !sendOf.has(message.messageId)) sendOf.set(message.messageId, sendId);
      if (!isSwept && message && losesWakeUps(message.messageId)) lost.wakeUps += 1;
      else wakeUps.add(wakeUpIdOf(sendId, asked), asked);
      return;
    }
    const id = message ? (sendOf.get(message.messageId) ?? message.messageId) : sendId;
    wakeUps.add(id, { ...asked, atMs: sweptAtMs });
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
    untilFirst: async (sendId) => {
      const send = byId.get(sendId);
      if (!send?.isSoon) await untilEnded(sendId);
      if (send?.isSuppressed) await suppressOnce(sendId);
    },
    untilEnded,
  });
  // A late call may still ask for a wake-up, and a wake-up for another one.
  const quiet = async () => {
    for (const all of [queue, peers, wakeUps, queue, peers, wakeUps]) await all.quiet();
  };
  /** Resolves when all wake-ups are used up, and an operator has given the dead letters to the queue again. */
  const settled = async () => {
    await quiet();
    await replayAll(wakeUps, quiet);
  };
  return {
    ...{ ports, meetings, begin, wakeUps, accepted, quiet, settled, losesWakeUps, lost },
    /** Sweeps look for the messages whose wake-ups were lost. Resolves when all wake-ups are used up. */
    sweep: async () => {
      isSwept = true;
      const lastMs = Math.max(...sends.map(({ sendAtMs }) => sendAtMs));
      for (let number = 1; number <= sweeps; number++) {
        // The names of used schedules are free an hour later, and those of a lost stack at once.
        queue.free();
        const id = `sweep-${seed}-${number}`;
        const atMs = lastMs + number * sweepEveryMs;
        sweepTimes.set(id, atMs);
        const body = { sweep: { partition: '' } };
        wakeUps.add(id, { queue: queues.due, body, atMs, isKept: () => true });
        await settled();
      }
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
  const { take, free } = queueOf(onAsked);
  const server = await startFaultServer({
    meet: (call) => {
      wordOf.set(call, meetings.firstWord(call.caller));
      const operation = call.path.startsWith('/schedules/')
        ? `${call.method} schedule`
        : operationOf(call);
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
    free,
  };
}
