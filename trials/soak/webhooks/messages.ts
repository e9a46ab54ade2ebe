import type { Delivery } from '../../../functions/webhooks/delivery.ts';
import type { Delivered } from '../../../functions/webhooks/run.ts';
import type { Clock } from '../function/clock.ts';

/** One event for the receiver, and how its delivery ended; null: it failed, and the queue gives it again. */
export interface Handling {
  delivery: Delivery;
  clock: Clock;
}
export interface Handled {
  outcome: Delivered['outcome'] | null;
}
