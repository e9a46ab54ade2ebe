/** Whether an account may send, since when and by whose doing. An account that was never paused has none. */
export interface AccountSending {
  state: 'ACTIVE' | 'PAUSED';
  by: 'ses' | 'operator';
  /** ISO 8601. */
  at: string;
  /** SES's cause, or the operator's note. */
  reason: string | null;
}

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
