import { maxReasonCharacters } from '../engine/limits.ts';

/** Whether an account may send, since when and by whose doing. An account that was never paused has none. */
export interface AccountSending {
  state: 'ACTIVE' | 'PAUSED';
  by: 'ses' | 'operator';
  /** ISO 8601. */
  at: string;
  /** SES's cause, or the operator's note. */
  reason: string | null;
}

/** What SES says about an account's tenant. Each is SES's word: `DISABLED`, or one that lets it send. */
export interface TenantTruth {
  status: string;
  /** What the operator has set. */
  operator: string;
  cause: string | null;
}

/** What follows from SES's truth; null if nothing changes. A state that stays keeps who set it, and when. */
export function nextSending(
  before: AccountSending | undefined,
  { status, operator, cause }: TenantTruth,
  at: Date,
): AccountSending | null {
  const state = status === 'DISABLED' ? 'PAUSED' : 'ACTIVE';
  if (state === (before?.state ?? 'ACTIVE')) return null;
  const by = state === 'PAUSED' ? pausedBy(operator) : (before?.by ?? 'ses');
  const reason =
    state === 'PAUSED' && by === 'ses' ? (cause?.slice(0, maxReasonCharacters) ?? null) : null;
  return { state, by, at: at.toISOString(), reason };
}

const pausedBy = (operator: string) => (operator === 'DISABLED' ? 'operator' : 'ses');

/** The fields that people see: of an account that sends, only its state. */
export function shownSending(sending: AccountSending | undefined) {
  const paused = sending?.state === 'PAUSED' ? sending : null;
  return {
    state: paused ? ('PAUSED' as const) : ('ACTIVE' as const),
    pausedBy: paused?.by ?? null,
    pausedAt: paused?.at ?? null,
    pauseReason: paused?.reason ?? null,
  };
}
