import type { Woken } from '../../../functions/due/ends.ts';
import type { WakeUp } from '../../../functions/due/run.ts';
import type { SweepFrom } from '../../../functions/due/sweep.ts';
import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import type { Clock } from '../function/clock.ts';

/** One delivery of a wake-up, of a message or for a sweep, and how it ended; null: it failed, and the queue gives it again. */
export interface Delivery {
  asked: WakeUp | { sweep: SweepFrom };
  clock: Clock;
}
export interface Delivered {
  woken: Woken | 'swept' | null;
}

/** One request of cancel, and its answer. */
export interface Cancelling {
  event: ProxyEvent;
}
export interface Cancelled {
  answer: ProxyAnswer;
}
