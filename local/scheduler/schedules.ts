import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeFileAtomically } from '../atomic-file.ts';
import { Failure, reasonOf } from '../failure.ts';
import { keyOf, type Schedule, schedule } from './schedule.ts';

export interface SchedulesOptions {
  path: string;
  send: (queueArn: string, body: string) => Promise<unknown>;
  tell: (line: string) => void;
  /** The pause before a wake-up that could not be sent is sent again. Default: 1000. */
  pauseMs?: number;
  /** How far ahead the clock is. Default: 0. */
  fastForwardMs?: number | undefined;
}

/** The longest timer. Timers stop while the machine sleeps, but the clock does not: a longer timer would be late. */
const longestTimerMs = 60_000;

const file = z.array(schedule);

/**
 * One-time schedules in one file. A method returns when its change is on disk. A run that ends between a wake-up and
 * its deletion sends it again at its next start. An overdue wake-up is sent at once.
 */
export class Schedules {
  private readonly options: SchedulesOptions;
  private readonly all: Map<string, Schedule>;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private stopped = false;

  /** Begins to wait. Throws a `Failure` if the file is damaged. */
  constructor(options: SchedulesOptions) {
    this.options = options;
    this.all = new Map(read(options.path).map((one) => [keyOf(one), one]));
    for (const key of this.all.keys()) this.wait(key);
  }

  /** Returns false, and changes nothing, if a schedule of this group and name exists. */
  create(given: Schedule): boolean {
    const key = keyOf(given);
    if (this.all.has(key)) return false;
    this.all.set(key, given);
    this.save();
    this.wait(key);
    return true;
  }

  /** Returns false if there is no such schedule. */
  delete(given: Pick<Schedule, 'group' | 'name'>): boolean {
    const key = keyOf(given);
    if (!this.all.delete(key)) return false;
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.save();
    return true;
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  /** Waits until the schedule is due, and at least `atLeastMs`. */
  private wait(key: string, atLeastMs = 0): void {
    const given = this.all.get(key);
    if (!given || this.stopped) return;
    const ms = Math.max(atLeastMs, Math.min(longestTimerMs, given.atMs - this.now()));
    const next = () => (given.atMs > this.now() ? this.wait(key) : this.fire(given));
    this.timers.set(key, setTimeout(next, ms));
  }

  private now(): number {
    return Date.now() + (this.options.fastForwardMs ?? 0);
  }

  private async fire(given: Schedule): Promise<void> {
    const { send, tell, pauseMs = 1000 } = this.options;
    try {
      await send(given.queue, given.body);
      if (!this.stopped) this.delete(given);
    } catch (error) {
      if (this.stopped) return;
      tell(`The wake-up ${given.name} failed: ${reasonOf(error)}`);
      this.wait(keyOf(given), pauseMs);
    }
  }

  private save(): void {
    writeFileAtomically(this.options.path, JSON.stringify([...this.all.values()]));
  }
}

function read(path: string): Schedule[] {
  if (!existsSync(path)) return [];
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Failure(`${path} is damaged: restore a copy of it, or start over with --fresh.`);
  }
}
