import { accountEventTypes } from '../engine/webhook-types.ts';
import type { AccountSending } from '../message/account-sending.ts';
import { type AccountEvent, eventIdOf } from './webhook-event.ts';

/** The event of an account's present state. The same state has the same id. */
export function accountEvent(
  accountId: string,
  { state, by, reason, at }: AccountSending,
): { id: string; event: AccountEvent } {
  const data = { accountId, by, reason, at };
  const event = { type: accountEventTypes[state], timestamp: at, data };
  return { id: eventIdOf(accountId, state, at), event };
}
