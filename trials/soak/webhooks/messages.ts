import type { Delivery, WakeUp } from '../../../functions/webhooks/delivery.ts';
import type { Delivered } from '../../../functions/webhooks/run.ts';
import type { Clock } from '../function/clock.ts';

/** One event for the receiver, or a wake-up of its parked events. */
export interface Handling {
  asked: Delivery | WakeUp;
  clock: Clock;
}

/** How it ended; null: it failed, and the queue gives it again. */
export interface Handled {
  outcome: Delivered['outcome'] | 'woken' | null;
}
