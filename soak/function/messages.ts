import type { ProxyEvent } from '../../shared/http/proxy.ts';
import type { Break } from './breaks.ts';

/** Given to an environment once. */
export interface WorkerSettings {
  /** What is broken on purpose; null: nothing. */
  broken: Break | null;
}

/** One request. */
export interface Invocation {
  event: ProxyEvent;
  /** Milliseconds that this request's clock is ahead, so that nobody has to sit out a lease. */
  aheadMs: number;
}
