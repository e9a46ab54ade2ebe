/** Why nothing is sent to an address any more. */
export type SuppressionReason = 'bounce' | 'complaint' | 'manual';

/** An address that an account sends nothing to. */
export interface Suppression {
  /** In lower case, the domain in A-labels. */
  address: string;
  reason: SuppressionReason;
  /** ISO 8601, since when. */
  at: string;
  /** The provider's own words, or an operator's note. */
  detail: string | null;
  /** The message that led to it; null where an operator did. */
  messageId: string | null;
}

/** The form that suppressed addresses are kept and looked up in. */
export function suppressionAddress(address: string): string {
  return address.toLowerCase();
}
