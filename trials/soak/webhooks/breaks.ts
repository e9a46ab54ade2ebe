import type { Delivery } from '../../../functions/webhooks/delivery.ts';
import type { Posted } from '../../../shared/adapters/webhook-http.ts';
import type { Announcer } from '../../../shared/webhook/announce.ts';

/**
 * Ways to break the promises of webhooks on purpose, to show that the run notices each:
 * - `mute`: an event counts as given to the queue, although the queue failed;
 * - `fresh-ids`: an event that is tried again has another id;
 * - `waits-on-101`: a request whose receiver answers 101 never ends.
 */
export const webhookBreaks = ['mute', 'fresh-ids', 'waits-on-101'] as const;

/** The announcer of an invocation; with `mute`, it hides the faults of its ports. */
export function breakAnnouncer(announcer: Announcer, broken: string | null): Announcer {
  if (broken !== 'mute') return announcer;
  const hidden = () => undefined;
  return {
    report: (...told) => announcer.report(...told).catch(hidden),
    end: (...told) => announcer.end(...told).catch(hidden),
  };
}

/** An event as the queue gives it; with `fresh-ids`, a repeat with another id. */
export function breakDelivery(delivery: Delivery, broken: string | null): Delivery {
  if (broken !== 'fresh-ids' || delivery.attempt === 0) return delivery;
  return { ...delivery, eventId: `${delivery.eventId}-${delivery.attempt}` };
}

/** How a receiver answered; with `waits-on-101`, never where it answered 101. */
export function breakPosted(posted: Posted, broken: string | null): Posted | Promise<never> {
  return broken === 'waits-on-101' && posted.status === 101 ? new Promise(() => {}) : posted;
}
