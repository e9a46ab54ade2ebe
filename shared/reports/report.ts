import type { DeliveryState } from '../message/message.ts';
import type { SuppressionReason } from '../message/suppression.ts';

/** A report about some recipients of one mail: of SES, or simulated for a captured mail. */
export interface Report {
  state: DeliveryState;
  /** ISO 8601 in UTC. */
  at: string;
  /** See `MessageEvent`. */
  category: string | null;
  /** The recipients, at most 50, each with the beginning of SES's reason. */
  recipients: { address: string; reason: string | null }[];
  /** Why the named recipients are suppressed; null if they are not. */
  suppression: SuppressionReason | null;
}
