import type { DeliveryState, MessageRecord, MessageState } from './message.ts';

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

/** What a message as a whole shows: the worst that was reported, else how far its sending came. */
export function shownState(
  { state, reported, leaseUntilMs }: Pick<MessageRecord, 'state' | 'reported' | 'leaseUntilMs'>,
  nowMs: number,
): MessageState {
  if (reported !== null) return reported;
  return state === 'SENDING' && !isLeased({ leaseUntilMs }, nowMs) ? 'UNKNOWN' : state;
}
