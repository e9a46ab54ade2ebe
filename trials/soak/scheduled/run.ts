import type { Stops } from '../../../local/stops.ts';
import type { Break } from '../function/breaks.ts';
import type { Meetings } from '../function/meetings.ts';
import { readRecords } from '../records.ts';
import { type Cancels, newScheduledSend, repeatFailed, scheduleAndCancel } from './callers.ts';
import { judgeScheduled, type ScheduledJudgement, type ScheduledSend } from './judge-scheduled.ts';
import { accountId, startWorld, type World } from './world.ts';

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

/** One send in three loses all its wake-ups, and one in eight has a suppressed recipient. */
const drawn = (number: number) => ({
  losesWakeUps: number % 3 === 1,
  isSuppressed: number % 8 === 5,
});

export interface ScheduledRun extends ScheduledJudgement {
  sends: number;
  requests: number;
  deliveries: number;
  /** Wake-ups that were lost, until sweeps asked for others. */
  lost: number;
  /** Wake-ups that failed at every try, and those of them that failed as well when they were given again. */
  deadLetters: { died: number; left: number };
  cancels: Cancels;
  damage: Meetings['damage'];
}

/**
 * Schedules mails through `execute`, cancels some of them through `cancel`, and sends the others through `due`: each
 * with its own adapters, in threads that are killed, while the sockets to SES, to the tables, to the queue and to the
 * schedules break. Some lose all their wake-ups, as with a stack that is destroyed and deployed again; when the others have
 * ended, sweeps look for them. At the end the callers whose messages FAILED repeat their requests.
 */
export async function runScheduled(
  { sends: count, ...options }: ScheduledRunOptions,
  stops: Stops,
): Promise<ScheduledRun> {
  const sends = Array.from({ length: count }, (_, number) => ({
    ...newScheduledSend(options.seed, number),
    ...drawn(number),
  }));
  const { untilEnded, end } = endsOf(sends);
  const world = await startWorld({ ...options, sends, untilEnded }, stops);
  const { cancels, line } = await scheduleAndCancel(world, sends, end, options);
  await world.settled();
  // The sweeps would send these as well, and so hide a wake-up that nothing lost on purpose.
  const left = (await readRecords(world.ports.messages, accountId)).filter(
    ({ messageId, state }) => state === 'SCHEDULED' && !world.losesWakeUps(messageId),
  );
  await world.sweep();
  const records = await readRecords(world.ports.messages, accountId);
  const states = new Map(records.map(({ messageId, state }) => [messageId, state]));
  await repeatFailed(sends, states, line);
  await world.settled();
  const run = await judgeWorld(world, sends, cancels);
  run.violations.leftScheduled += left.length;
  run.cases.unshift(...left.map(({ messageId }) => `${messageId}: left before the sweeps`));
  return run;
}

/** What is known when all wake-ups are used up. */
export async function judgeWorld(
  { accepted, ports, wakeUps, lost, meetings }: World,
  sends: readonly ScheduledSend[],
  cancels: Cancels,
): Promise<ScheduledRun> {
  return {
    ...judgeScheduled(sends, accepted, await readRecords(ports.messages, accountId)),
    sends: sends.length,
    requests: sends.reduce((sum, { replies }) => sum + replies.length, 0),
    deliveries: wakeUps.deliveries,
    lost: lost.wakeUps,
    deadLetters: { died: wakeUps.died, left: wakeUps.dead },
    cancels,
    damage: meetings.damage,
  };
}

/** Knows when the callers of sends repeat their requests no more. */
export function endsOf(sends: readonly { id: string }[]) {
  const ended = new Map(sends.map(({ id }) => [id, Promise.withResolvers<void>()]));
  return {
    untilEnded: async (sendId: string) => ended.get(sendId)?.promise,
    end: (sendId: string) => ended.get(sendId)?.resolve(),
  };
}
