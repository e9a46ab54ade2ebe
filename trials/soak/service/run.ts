import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stops } from '../../../local/stops.ts';
import { leaseMs } from '../../../shared/message/message-states.ts';
import { type Line, sendUntilEnd } from '../caller.ts';
import { drawFate, type Fate, harmless, sesOdds } from '../faults/fate.ts';
import { type Met, startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto, sendIdOf } from '../faults/ses.ts';
import { type Judgement, judge, type Send } from '../judge.ts';
import { Lanes } from '../lanes.ts';
import { oneOf, randomFrom } from '../random.ts';
import { within } from '../stopping.ts';
import { readTold } from '../told.ts';
import { type Customer, openAccounts, recordsOf } from './customer.ts';
import { LocalService } from './local-service.ts';
import { post } from './post.ts';

export interface ServiceRunOptions {
  seed: number;
  /** At most 700: repeats included, one account's rate has to do. */
  sends: number;
  /** How often the service is killed. */
  kills: number;
}

export interface ServiceRun extends Judgement {
  kills: number;
}

/** Requests at a time. */
const requestsAtOnce = 8;

/** Half as many faults as at the function: here a peer that does not answer costs 8 s. */
const odds = { ...sesOdds, faulted: sesOdds.faulted / 2, crashed: 0 };

/**
 * Sends through `npm start`, which is killed in the middle of sends and started again on the same
 * data. Leases are sat out.
 */
export function runService(options: ServiceRunOptions, outer: Stops): Promise<ServiceRun> {
  return within(outer, (stops) => run(options, stops));
}

async function run({ seed, sends: count, kills }: ServiceRunOptions, stops: Stops) {
  const accepted: AcceptedMail[] = [];
  const killing = new Killing(seed, kills, count);
  const ses = await startFaultServer({ meet: killing.meet, apply: acceptInto(accepted) });
  stops.add(ses, ({ stop }) => stop());
  const data = await mkdtemp(join(tmpdir(), 'postrider-soak-'));
  stops.add(data, () => rm(data, { recursive: true, force: true }));
  const service = new LocalService(data, ['--ses-endpoint', ses.urlFor('ses')]);
  stops.add(service, (each) => each.stop());
  killing.service = service;
  const [customer] = await openAccounts(await service.deployment(), 1);
  if (!customer) throw new Error('No account was opened');
  const sends = Array.from({ length: count }, (_, number): Send => {
    const id = `send-${seed}-${number}`;
    return { id, key: `key-${id}`, told: [], endHit: false };
  });
  const agent = stops.add(new Agent({ keepAlive: true }), (each) => each.destroy());
  const line = lineTo(service, customer, agent);
  await Promise.all(sends.map((send) => sendUntilEnd(send, line, randomFrom(seed, send.id))));
  await ses.quiet();
  const records = await recordsOf(await service.deployment(), [customer]);
  return { ...judge(sends, accepted, records), kills: service.kills };
}

/** Kills the service in the middle of some sends. */
class Killing {
  service: LocalService | undefined;
  private readonly seed: number;
  private readonly kills: number;
  private readonly sends: number;
  private calls = 0;

  constructor(seed: number, kills: number, sends: number) {
    this.seed = seed;
    this.kills = kills;
    this.sends = sends;
  }

  meet = (call: Parameters<typeof sendIdOf>[0]): Met => {
    this.calls += 1;
    const random = randomFrom(this.seed, sendIdOf(call));
    const isKilled = this.calls % Math.floor(this.sends / (this.kills + 1)) === 0;
    const isLeft = (this.service?.kills ?? 0) < this.kills;
    if (!isKilled || !isLeft) return { fate: drawFate(random, odds), kill: () => undefined };
    const crash = oneOf<Fate['crash']>(random, [
      'on arrival',
      'before the answer',
      'after the answer',
    ]);
    const alone = random() < 0.5;
    return {
      fate: { ...harmless, crash, delayMs: random() * 4 },
      kill: () => this.service?.killAndRestart(alone),
    };
  };
}

function lineTo(service: LocalService, { secret }: Customer, agent: Agent): Line {
  const lanes = new Lanes(Array.from({ length: requestsAtOnce }, (_, lane) => lane));
  return {
    request: ({ id, key }) =>
      lanes.use(async () => {
        const { baseUrl } = await service.deployment();
        try {
          const { status, body } = await post({ baseUrl, secret, sendId: id, key, agent });
          return readTold(status, body);
        } catch (error) {
          if (isCutOff(error)) return { kind: 'nothing' } as const;
          throw error;
        }
      }),
    untilLeaseIsOver: async () => {
      await pause(leaseMs);
    },
  };
}

/** Whether the connection was at fault, not an answer that makes no sense. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
