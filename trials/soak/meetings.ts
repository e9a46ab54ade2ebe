import { type Random, randomFrom } from '../harness/random.ts';
import { drawFate, type Fate, harmless, type Odds, type Slowness } from './faults/fate.ts';
import type { Call, CallFate } from './faults/server.ts';
import { lagMs, slowMs } from './functions/scale.ts';

/** Counts of the faults that a peer's calls met. */
export interface Damage {
  calls: number;
  faults: number;
  crashes: number;
}

export type Peer = 'SES' | 'tables' | 'queue' | 'receiver';

/** The task of a thread: a request of a send, or a report. */
export interface Task {
  /** With the seed, these determine its faults; the first is the send, if it belongs to one. */
  words: readonly (string | number)[];
  /** With the seed, these determine how slow its peers are; simultaneous requests have the same. */
  slowness: readonly (string | number)[];
  /** Whether it meets no faults. */
  calm: boolean;
}

/** A task that is under way. */
interface TaskUnderWay {
  task: Task;
  slowness: Partial<Record<Peer, Slowness>>;
  /** Calls so far, by operation. */
  calls: Map<string, number>;
  mayBeSent: boolean;
}

const noDamage: Damage = { calls: 0, faults: 0, crashes: 0 };

/** The share of tasks in which every call to a table is slow, and the share of these in which SES is slow too. */
const slowTasks = { tables: 0.1, ses: 0.5 };

/** Maps each thread to its task, which determines the fate of each call. */
export class Meetings {
  readonly damage: Record<Peer, Damage> = {
    SES: { ...noDamage },
    tables: { ...noDamage },
    queue: { ...noDamage },
    receiver: { ...noDamage },
  };
  private readonly seed: number;
  private readonly kill: (caller: string) => void;
  private readonly serving = new Map<string, TaskUnderWay>();
  private readonly latest = new Map<string, Task>();

  constructor(seed: number, kill: (caller: string) => void) {
    this.seed = seed;
    this.kill = kill;
  }

  begin(caller: string, task: Task): void {
    const slowness = drawSlowness(randomFrom(this.seed, ...task.slowness, 'weather'));
    this.latest.set(caller, task);
    this.serving.set(caller, { task, slowness, calls: new Map(), mayBeSent: false });
  }

  /** Ends the caller's task; its later calls meet no faults. Returns whether SES got, or will get, a mail of the task. */
  end(caller: string): { mayBeSent: boolean } {
    const mayBeSent = this.serving.get(caller)?.mayBeSent ?? false;
    this.serving.delete(caller);
    return { mayBeSent };
  }

  /** The first word of the caller's task, also when it has ended: a call may arrive late. */
  firstWord(caller: string): string {
    return String(this.latest.get(caller)?.words[0]);
  }

  meet(call: Call, peer: Peer, operation: string, odds: Odds): CallFate {
    const damage = this.damage[peer];
    damage.calls += 1;
    const serving = this.serving.get(call.caller);
    if (!serving) return { fate: harmless, kill: () => undefined };
    const fate = this.fateOf(serving, peer, operation, odds);
    if (fate.effect !== 'applied' || fate.answer !== 'whole') damage.faults += 1;
    if (peer === 'SES' && fate.effect !== 'dropped') serving.mayBeSent = true;
    return { fate, kill: () => this.killWhileServing(call.caller, serving, damage) };
  }

  private fateOf(
    { task: { words, calm }, slowness, calls }: TaskUnderWay,
    peer: Peer,
    operation: string,
    odds: Odds,
  ): Fate {
    const place = calls.get(operation) ?? 0;
    calls.set(operation, place + 1);
    if (calm) return harmless;
    return drawFate(randomFrom(this.seed, ...words, operation, place), odds, slowness[peer]);
  }

  /** A task that has ended meanwhile cannot crash any more. */
  private killWhileServing(caller: string, serving: TaskUnderWay, damage: Damage): void {
    if (this.serving.get(caller) !== serving) return;
    damage.crashes += 1;
    this.kill(caller);
  }
}

/** Reads of tables always lag; how slow the slow peers are differs from task to task. */
function drawSlowness(random: Random): Partial<Record<Peer, Slowness>> {
  const isSlow = random() < slowTasks.tables;
  const isSesSlow = random() < slowTasks.ses;
  return {
    tables: { lagMs, slowMs: isSlow ? random() * slowMs.tables : 0 },
    SES: { lagMs: 0, slowMs: isSlow && isSesSlow ? slowMs.ses : 0 },
  };
}
