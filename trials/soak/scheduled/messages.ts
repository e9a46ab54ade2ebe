import type { Woken } from '../../../functions/due/ends.ts';
import type { WakeUp } from '../../../functions/due/run.ts';
import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import type { Clock } from '../function/clock.ts';

/** One delivery of a wake-up, and how it ended; null: it failed, and the queue gives it again. */
export interface Delivery {
  wakeUp: WakeUp;
  clock: Clock;
}
export interface Delivered {
  woken: Woken | null;
}

/** One request of cancel, and its answer. */
export interface Cancelling {
  event: ProxyEvent;
}
export interface Cancelled {
  answer: ProxyAnswer;
}
