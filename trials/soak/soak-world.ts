import * as z from 'zod';
import type { Stops } from '../../local/stops.ts';
import { putAccount } from '../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import { suppress } from '../../shared/adapters/tables/suppression-table.ts';
import * as env from '../../shared/env.ts';
import { saveTemplates } from '../harness/accounts.ts';
import { filesOf } from '../harness/files.ts';
import { Lanes } from '../harness/lanes.ts';
import { firstRecipientOf, sendTemplate } from '../harness/send.ts';
import { startOwnTables, tablesBy, tablesClient } from '../harness/tables.ts';
import { steady } from './clock.ts';
import { type AcceptedMail, acceptInto } from './faults/ses.ts';
import { type CallFunction, callIn, isTaken, queueEvent } from './functions/call.ts';
import { Environment, type FunctionName, workerCode } from './functions/environment.ts';
import { functionMs, wholeMs } from './functions/scale.ts';
import { judge, type Send } from './judge.ts';
import { Meetings } from './meetings.ts';
import { damageLines, type PartOptions, type PartResult } from './part.ts';
import { queues, startPeers } from './peers.ts';
import type { OnWakeUp, WakeUp } from './queue.ts';
import { readRecords } from './records.ts';
import { type QueueDelivery, WakeUps } from './wake-ups.ts';

export const accountId = 'acct_soak';

export interface SoakWorldOptions extends Pick<PartOptions, 'seed' | 'broken' | 'environments'> {
  sends: readonly Send[];
  /** Default: one account. */
  accounts?: readonly string[];
  /** Resolves when a send's caller has stopped repeating its request. Default: at once. */
  untilEnded?: (sendId: string) => Promise<unknown>;
  /** The send or message for which a wake-up is counted. Default: the send that asked for the wake-up. */
  wakeUpIdOf?: (sendId: string, wakeUp: WakeUp) => string;
  /** Called for each mail that SES accepts. */
  onAccepted?: (mail: AcceptedMail) => void;
  /** Called for each event for the webhooks. Default: the functions announce no events. */
  onEvent?: (wakeUp: WakeUp) => void;
}

/** The functions and their peers. */
export type SoakWorld = Awaited<ReturnType<typeof startWorld>>;

/** The body of a wake-up of a message. */
export const messagePlace = z.object({ accountId: z.string(), messageId: z.string() });

/**
 * Sweeps after the stack has lost its wake-ups: the first an hour after the last mail was due, the others an hour apart. A
 * sweep leaves out a message that was tried shortly before.
 */
const sweeps = 4;
const sweepEveryMs = 3_600_000;

/**
 * Starts tables, SES, a queue and schedules, all with faults, and `due`, which reads the queue. Other functions are
 * started by `begin`.
 */
export async function startWorld(options: SoakWorldOptions, stops: Stops) {
  const { seed, broken, environments, sends, onEvent } = options;
  const { accounts = [accountId], untilEnded = async () => undefined } = options;
  const { wakeUpIdOf = (sendId) => sendId } = options;
  const endpoint = await startOwnTables(stops);
  const ports = { ...tablesBy(tablesClient(endpoint, stops)), now: () => new Date() };
  const createdAt = new Date().toISOString();
  for (const each of accounts) {
    await saveTemplates(ports, each, [sendTemplate]);
    const gateway = { gatewayKeyId: each, usageIdentifierKey: each };
    await putAccount(
      ports.accounts,
      {
        ...{ accountId: each, name: 'Soak', plan: 'team', createdAt, ...gateway },
      },
      alone,
    );
  }
  const code = await workerCode();
  const threads = new Map<string, Environment>();
  const meetings = new Meetings(seed, (caller) => {
    void threads.get(caller.split('.')[0] ?? '')?.stop();
  });
  const byId = new Map(sends.map((send) => [send.id, send]));
  const accepted: AcceptedMail[] = [];
  // By message, because a late call, after the end of its task, may count a wake-up for another send.
  const aheadOf = new Map<string, number>();
  const onAccepted = (mail: AcceptedMail) => {
    const send = byId.get(mail.sendId);
    // A clock goes on while the thread of its wake-up starts.
    const clockMs = Date.now() + (aheadOf.get(mail.messageId) ?? -Infinity);
    if (send && send.sendAtMs !== null) send.isEarly ||= clockMs < send.sendAtMs;
    options.onAccepted?.(mail);
  };
  /** The time of each sweep, by its id, and the send of each message. */
  const sweepTimes = new Map<string, number>();
  const sendOf = new Map<string, string>();
  const losesWakeUps = (messageId: string) =>
    byId.get(sendOf.get(messageId) ?? '')?.losesWakeUps === true;
  let isSwept = false;
  let lost = 0;
  const onWakeUp: OnWakeUp = (sendId, wakeUp) => {
    if (wakeUp.queue === queues.webhooks) return onEvent?.(wakeUp);
    const sweptAtMs = sweepTimes.get(sendId);
    const { data: message } = messagePlace.safeParse(wakeUp.body);
    if (sweptAtMs === undefined) {
      if (message && !sendOf.has(message.messageId)) sendOf.set(message.messageId, sendId);
      if (!isSwept && message && losesWakeUps(message.messageId)) lost += 1;
      else wakeUps.add(wakeUpIdOf(sendId, wakeUp), wakeUp);
      return;
    }
    const id = message ? (sendOf.get(message.messageId) ?? message.messageId) : sendId;
    wakeUps.add(id, { ...wakeUp, atMs: sweptAtMs });
  };
  const peers = await startPeers(
    {
      ...{ tables: endpoint, meetings, onWakeUp, hasWebhooks: onEvent !== undefined },
      accept: acceptInto(accepted, onAccepted, filesOf),
    },
    stops,
  );
  // Through the fault server, which then knows how late reads answer.
  const operator = tablesBy(
    tablesClient(peers.peersOf('operator')[env.dynamodbEndpoint] ?? '', stops),
  );
  const suppressing = new Map<string, Promise<unknown>>();
  const suppressOnce = (sendId: string) => {
    const address = firstRecipientOf(sendId);
    const by = { reason: 'manual', detail: null, messageId: null, at: createdAt } as const;
    const written =
      suppressing.get(sendId) ?? suppress(operator.messages, accountId, { address, ...by }, alone);
    suppressing.set(sendId, written);
    return written;
  };
  const begin = (name: FunctionName, instances: number): CallFunction => {
    const { peersOf } = peers;
    const all = Array.from({ length: instances }, (_, number) => {
      const thread = { function: name, broken, name: `${name}-${number}`, code, peersOf };
      const environment = new Environment(thread);
      threads.set(thread.name, environment);
      return stops.add(environment, (each) => each.stop());
    });
    return callIn(new Lanes(all), meetings);
  };
  const due = begin('due', environments);
  const deliver = async ({ body, received, nowMs, words, calm }: QueueDelivery) => {
    const { data: message } = messagePlace.safeParse(body);
    const aheadMs = nowMs - Date.now();
    const before = aheadOf.get(message?.messageId ?? '') ?? aheadMs;
    if (message) aheadOf.set(message.messageId, Math.max(before, aheadMs));
    // A sweep compares its remaining time with the time for a page, which is not scaled.
    const timeMs = message ? functionMs : wholeMs;
    const task = { words, slowness: words, calm };
    const clock = { ...steady, aheadMs };
    return isTaken(await due(task, queueEvent(body, received), { clock, timeMs }));
  };
  const wakeUps = new WakeUps({
    seed,
    deliver,
    untilFirst: async (sendId) => {
      const send = byId.get(sendId);
      if (!send?.isSoon) await untilEnded(sendId);
      if (send?.isSuppressed) await suppressOnce(sendId);
    },
    untilEnded,
  });
  // A late call can ask for a wake-up, which can ask for another one.
  const quiet = async () => {
    for (const all of [peers, wakeUps, peers, wakeUps]) await all.quiet();
  };
  /** Resolves when all wake-ups are used up, and an operator has given the dead letters to the queue again. */
  const settled = async () => {
    await quiet();
    await wakeUps.replayAll(quiet);
  };
  const records = async () => {
    return (await Promise.all(accounts.map((each) => readRecords(ports.messages, each)))).flat();
  };
  return {
    ...{ ports, meetings, begin, accepted, quiet, settled, losesWakeUps, records },
    /** Sweeps look for the messages whose wake-ups were lost. Resolves when all wake-ups are used up. */
    sweep: async () => {
      isSwept = true;
      const lastMs = Math.max(...sends.map(({ sendAtMs }) => sendAtMs ?? 0));
      for (let number = 1; number <= sweeps; number++) {
        // The names of used schedules are free an hour later, and the names in a lost stack immediately.
        peers.free();
        const id = `sweep-${seed}-${number}`;
        const atMs = lastMs + number * sweepEveryMs;
        sweepTimes.set(id, atMs);
        const body = { sweep: { partition: '' } };
        wakeUps.add(id, { queue: queues.due, body, atMs, isKept: () => true });
        await settled();
      }
    },
    /** The result of the part, when nothing is under way. */
    result: async (): Promise<PartResult> => ({
      ...judge(sends, accepted, await records()),
      met: [
        ...damageLines(meetings.damage),
        ...(wakeUps.deliveries === 0
          ? []
          : [
              `${wakeUps.deliveries} wake-ups, ${lost} lost`,
              `${wakeUps.died} dead letters, ${wakeUps.dead} left`,
            ]),
      ],
    }),
  };
}
