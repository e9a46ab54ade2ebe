import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import type { Break } from './breaks.ts';
import type { Clock } from './clock.ts';

/** Given to an environment once. */
export interface WorkerSettings {
  /** Which function it is. */
  name: 'execute' | 'events';
  /** What is broken on purpose; null: nothing. */
  broken: Break | null;
}

/** One request of execute. */
export interface Execution {
  event: ProxyEvent;
  clock: Clock;
}

/** What came of it. */
export interface Executed {
  answer: ProxyAnswer;
  /** Whether the end of its send could not be written, so that a repeat may know less than its answer. */
  endHit: boolean;
}

/** One report of SES, and whether the function took it: else Lambda tries it again. */
export type Report = { report: unknown };
export type Taken = { acknowledged: boolean };
