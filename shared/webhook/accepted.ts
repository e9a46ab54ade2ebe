import type { FailurePlace } from './failure.ts';

/** An event that an endpoint accepted. */
export interface AcceptedEvent extends FailurePlace {
  type: string;
  /** The number of tries, the last of which succeeded. */
  attempts: number;
  /** ISO 8601. */
  at: string;
  status: number;
  /** The first 500 characters of the receiver's answer. */
  answer: string;
}
