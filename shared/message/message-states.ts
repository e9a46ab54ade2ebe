import type { DeliveryState, MessageRecord, MessageState, SendState } from './message.ts';

/** The states of sending, in the order of a message's life. */
export const sendStates = [
  'SCHEDULED',
  'CANCELLED',
  'SENDING',
  'SENT',
  'FAILED',
  'UNKNOWN',
  'REFUSED',
] as const satisfies readonly SendState[];

/** How long an attempt owns its message and its key, in milliseconds: longer than the function may run (15 s). */
export const leaseMs = 20_000;

/** The delivery states, from temporary to final. A state only rises, so late or repeated reports change nothing. */
export const deliveryStates = [
  'DELAYED',
  'DELIVERED',
  'BOUNCED',
  'REJECTED',
  'COMPLAINED',
] as const;

/** The state with this name; undefined if there is none. */
export function messageStateOf(name: string): MessageState | undefined {
  return [...sendStates, ...deliveryStates].find((state) => state === name);
}

/** How bad a state is: 0 if SES has reported nothing, then 1 and up. */
export function rankOf(state: MessageState | null): number {
  const places: readonly (MessageState | null)[] = deliveryStates;
  return places.indexOf(state) + 1;
}

/** The reverse of `rankOf`; null for a rank that no state has. */
export function stateOfRank(rank: number): DeliveryState | null {
  return deliveryStates[rank - 1] ?? null;
}

/** Whether the attempt that wrote SENDING can still be at work. */
export function isLeased({ leaseUntilMs }: { leaseUntilMs: number }, nowMs: number): boolean {
  return nowMs < leaseUntilMs;
}

/** The state shown for a message: the worst that SES reported, else that of its sending, UNKNOWN after its lease. */
export function shownState(
  { state, reported, leaseUntilMs }: Pick<MessageRecord, 'state' | 'reported' | 'leaseUntilMs'>,
  nowMs: number,
): MessageState {
  if (reported !== null) return reported;
  return state === 'SENDING' && !isLeased({ leaseUntilMs }, nowMs) ? 'UNKNOWN' : state;
}
