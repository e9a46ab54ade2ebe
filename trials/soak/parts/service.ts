import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { leaseMs } from '../../../shared/message/message-states.ts';
import { openAccount } from '../../harness/accounts.ts';
import { Lanes } from '../../harness/lanes.ts';
import { type LocalService, portsOf, startLocalService } from '../../harness/local-service.ts';
import { oneOf, randomFrom } from '../../harness/random.ts';
import { callExecute, sendTemplate } from '../../harness/send.ts';
import { type CallerLine, sendUntilEnd } from '../caller.ts';
import { crashes, drawFate, harmless, sesOdds } from '../faults/fate.ts';
import { type Call, type CallFate, startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto, sendIdOf } from '../faults/ses.ts';
import { judge, Send } from '../judge.ts';
import type { SoakPart } from '../part.ts';
import { readRecords } from '../records.ts';
import { readReply } from '../replies.ts';

/** One send through the service for this many through the functions, within the rate of one account. */
const sendsPerServiceSend = 20;
const serviceSends = { least: 40, most: 500 };

/** How often the service is killed. */
const kills = 4;

const requestsAtOnce = 8;

/** Half as many faults as in the function's run: here a peer that does not answer costs 8 s. */
const odds = { ...sesOdds, faulted: sesOdds.faulted / 2, crashed: 0 };

/**
 * Sends through `npm start`, which is killed in the middle of sends and started again on the same
 * data. The run waits for real leases to end.
 */
export const runService: SoakPart = async ({ seed, sends: wanted }, stops) => {
  const { least, most } = serviceSends;
  const count = Math.min(most, Math.max(least, Math.round(wanted / sendsPerServiceSend)));
  const accepted: AcceptedMail[] = [];
  const killing = startKilling(seed, count);
  const ses = await startFaultServer({ meet: killing.meet, apply: acceptInto(accepted) });
  stops.add(ses, ({ stop }) => stop());
  const service = await startLocalService(['--ses-endpoint', ses.urlFor('ses')], stops);
  killing.service = service;
  const ports = portsOf(await service.deployment(), stops);
  const { accountId, secret } = await openAccount(ports, [sendTemplate]);
  const sends = Array.from({ length: count }, (_, number) => new Send(`send-${seed}-${number}`));
  const agent = stops.add(new Agent({ keepAlive: true }), (each) => each.destroy());
  const line = lineTo(service, secret, agent);
  const one = (send: Send) => sendUntilEnd(send, line, randomFrom(seed, send.id));
  await inParallel(sends, one, count);
  await ses.quiet();
  // A killed service starts its tables at another address.
  const { messages } = portsOf(await service.deployment(), stops);
  const judged = judge(sends, accepted, await readRecords(messages, accountId));
  return { ...judged, met: [`killed ${service.kills} times`] };
};

/** Kills the service in the middle of some sends; `service` is set once it has started. */
function startKilling(seed: number, sends: number) {
  let calls = 0;
  const killing = {
    service: undefined as LocalService | undefined,
    meet: (call: Call): CallFate => {
      calls += 1;
      const random = randomFrom(seed, sendIdOf(call));
      const isKilled = calls % Math.floor(sends / (kills + 1)) === 0;
      const isLeft = (killing.service?.kills ?? 0) < kills;
      if (!isKilled || !isLeft) return { fate: drawFate(random, odds), kill: () => undefined };
      const crash = oneOf(random, crashes);
      const leavesTables = random() < 0.5;
      return {
        fate: { ...harmless, crash, delayMs: random() * 4 },
        kill: () => killing.service?.killAndRestart(leavesTables),
      };
    },
  };
  return killing;
}

function lineTo(service: LocalService, secret: string, agent: Agent): CallerLine {
  const turns = new Lanes(Array.from({ length: requestsAtOnce }, (_, lane) => lane));
  return {
    request: ({ id, key }) =>
      turns.use(async () => {
        const { baseUrl } = await service.deployment();
        try {
          const call = { baseUrl, secret, sendId: id, key, agent };
          const { status, text } = await callExecute(call);
          return readReply(status, text);
        } catch (error) {
          // Node's errors of a connection have a code; an unreadable answer has none.
          if (error instanceof Error && 'code' in error) return { kind: 'nothing' } as const;
          throw error;
        }
      }),
    untilLeaseIsOver: async () => {
      await pause(leaseMs);
    },
  };
}
