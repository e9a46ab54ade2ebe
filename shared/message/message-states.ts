import type { DeliveryState, MessageRecord, MessageState } from './message.ts';
import { readNamed } from './named-recipients.ts';

/**
 * How long an attempt may call itself the owner of what it began, in milliseconds: longer than the
 * function's time-out (15 s), so that it has certainly ended when the lease has.
 */
export const leaseMs = 20_000;

/**
 * From what may still pass to what outlives all else. A recipient's state only rises, so reports
 * that come twice, late or in another order lead to the same end.
 */
const deliveryStates = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;

/** How bad a state is: 0 for nothing reported, then 1 and up. */
export function rankOf(state: DeliveryState | null): number {
  return state === null ? 0 : deliveryStates.indexOf(state) + 1;
}

/** The reverse of `rankOf`; null for a rank that no state has. */
export function stateOfRank(rank: number): DeliveryState | null {
  return deliveryStates[rank - 1] ?? null;
}

/** Whether the attempt that wrote SENDING can still be at work. */
export function isLeased({ leaseUntilMs }: { leaseUntilMs: number }, nowMs: number): boolean {
  return nowMs < leaseUntilMs;
}

/**
 * What a message as a whole shows: the worst that was reported, else how far its sending came. A complaint of
 * one among several is one of the message, and of no recipient.
 */
export function shownState(
  {
    state,
    recipients,
    events,
    leaseUntilMs,
  }: Pick<MessageRecord, 'state' | 'recipients' | 'events' | 'leaseUntilMs'>,
  nowMs: number,
): MessageState {
  if (events.some((event) => readNamed(recipients, event).isOneOfSeveral)) return 'COMPLAINED';
  const worst = stateOfRank(Math.max(0, ...recipients.map((recipient) => rankOf(recipient.state))));
  if (worst !== null) return worst;
  return state === 'SENDING' && !isLeased({ leaseUntilMs }, nowMs) ? 'UNKNOWN' : state;
}
