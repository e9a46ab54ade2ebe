import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stops } from '../../../local/stops.ts';
import { leaseMs } from '../../../shared/message/message-states.ts';
import { openAccount } from '../../harness/accounts.ts';
import { lanes } from '../../harness/lanes.ts';
import { type LocalService, portsOf, startLocalService } from '../../harness/local-service.ts';
import { oneOf, randomFrom } from '../../harness/random.ts';
import { callExecute, sendTemplate } from '../../harness/send.ts';
import { type Line, sendUntilEnd } from '../caller.ts';
import { crashes, drawFate, harmless, sesOdds } from '../faults/fate.ts';
import { type Call, type Meeting, startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto, sendIdOf } from '../faults/ses.ts';
import { type Judgement, judge, type Send } from '../judge.ts';
import { readRecords } from '../records.ts';
import { readReply } from '../replies.ts';

export interface ServiceRunOptions {
  seed: number;
  /** At most 700: with repeats, all must be within the rate of one account. */
  sends: number;
  /** How often the service is killed. */
  kills: number;
}

export interface ServiceRun extends Judgement {
  kills: number;
}

const requestsAtOnce = 8;

/** Half as many faults as in the function's run: here a peer that does not answer costs 8 s. */
const odds = { ...sesOdds, faulted: sesOdds.faulted / 2, crashed: 0 };

/**
 * Sends through `npm start`, which is killed in the middle of sends and started again on the same
 * data. The run waits for real leases to end.
 */
export async function runService(options: ServiceRunOptions, stops: Stops): Promise<ServiceRun> {
  const { seed, sends: count } = options;
  const accepted: AcceptedMail[] = [];
  const killing = startKilling(options);
  const ses = await startFaultServer({ meet: killing.meet, apply: acceptInto(accepted) });
  stops.add(ses, ({ stop }) => stop());
  const service = await startLocalService(['--ses-endpoint', ses.urlFor('ses')], stops);
  killing.service = service;
  const ports = portsOf(await service.deployment(), stops);
  const { accountId, secret } = await openAccount(ports, [sendTemplate]);
  const sends = Array.from({ length: count }, (_, number): Send => {
    const id = `send-${seed}-${number}`;
    return { id, key: `key-${id}`, replies: [], endLost: false };
  });
  const agent = stops.add(new Agent({ keepAlive: true }), (each) => each.destroy());
  const line = lineTo(service, secret, agent);
  await Promise.all(sends.map((send) => sendUntilEnd(send, line, randomFrom(seed, send.id))));
  await ses.quiet();
  // A killed service starts its tables at another address.
  const { messages } = portsOf(await service.deployment(), stops);
  const records = await readRecords(messages, accountId);
  return { ...judge(sends, accepted, records), kills: service.kills };
}

/** Kills the service in the middle of some sends; `service` is set once it has started. */
function startKilling({ seed, sends, kills }: ServiceRunOptions) {
  let calls = 0;
  const killing = {
    service: undefined as LocalService | undefined,
    meet: (call: Call): Meeting => {
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

function lineTo(service: LocalService, secret: string, agent: Agent): Line {
  const turns = lanes(requestsAtOnce);
  return {
    request: ({ id, key }) =>
      turns.use(async () => {
        const { baseUrl } = await service.deployment();
        try {
          const call = { baseUrl, secret, sendId: id, key, agent };
          const { status, text } = await callExecute(call);
          return readReply(status, text);
        } catch (error) {
          if (isConnectionError(error)) return { kind: 'nothing' } as const;
          throw error;
        }
      }),
    untilLeaseIsOver: async () => {
      await pause(leaseMs);
    },
  };
}

/** Node's errors of a connection have a code; an unreadable answer has none. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
