import type { Stops } from '../../../local/stops.ts';
import type { Break } from '../function/breaks.ts';
import type { Meetings } from '../function/meetings.ts';
import { readRecords } from '../records.ts';
import { type Cancels, newScheduledSend, scheduleAndCancel } from './callers.ts';
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

export interface ScheduledRun extends ScheduledJudgement {
  sends: number;
  requests: number;
  deliveries: number;
  /** Wake-ups that failed at every try, and those of them that failed as well when they were given again. */
  deadLetters: { died: number; left: number };
  cancels: Cancels;
  damage: Meetings['damage'];
}

/**
 * Schedules mails through `execute`, cancels some of them through `cancel`, and sends the others through `due`: each
 * with its own adapters, in threads that are killed, while the sockets to SES, to the tables, to the queue and to the
 * schedules break.
 */
export async function runScheduled(
  { sends: count, ...options }: ScheduledRunOptions,
  stops: Stops,
): Promise<ScheduledRun> {
  const sends = Array.from({ length: count }, (_, number) =>
    newScheduledSend(options.seed, number),
  );
  const { untilEnded, end } = endsOf(sends);
  const world = await startWorld({ ...options, sends, untilEnded }, stops);
  const cancels = await scheduleAndCancel(world, sends, end, options);
  await world.settled();
  return judgeWorld(world, sends, cancels);
}

/** What is known when all wake-ups are used up. */
export async function judgeWorld(
  { accepted, ports, wakeUps, meetings }: World,
  sends: readonly ScheduledSend[],
  cancels: Cancels,
): Promise<ScheduledRun> {
  return {
    ...judgeScheduled(sends, accepted, await readRecords(ports.messages, accountId)),
    sends: sends.length,
    requests: sends.reduce((sum, { replies }) => sum + replies.length, 0),
    deliveries: wakeUps.deliveries,
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
