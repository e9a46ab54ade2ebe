import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import type { Break } from './breaks.ts';
import type { Clock } from './clock.ts';

/** Given to a thread when it starts. */
export interface WorkerSettings {
  /** The function that it runs. */
  name: 'execute' | 'events' | 'due' | 'cancel' | 'batch' | 'webhooks';
  /** The part that is broken on purpose; null: none. */
  broken: Break | null;
}

/** One request of execute. */
export interface Execution {
  event: ProxyEvent;
  clock: Clock;
}

/** Its result. */
export interface Executed {
  answer: ProxyAnswer;
  /** Whether the function failed to record the end of its send, so that a repeat may know less than its answer. */
  endLost: boolean;
}

/** One report of SES, and whether the function took it; if not, Lambda tries it again. */
export type Report = { report: unknown };
export type Taken = { acknowledged: boolean };
