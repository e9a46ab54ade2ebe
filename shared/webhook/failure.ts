/** An event that an endpoint has not accepted at the first try. Times are ISO 8601 in UTC. */
export interface WebhookFailure {
  messageId: string;
  eventId: string;
  endpointId: string;
  /** The event's type. */
  type: string;
  /** The number of tries so far, all failed. */
  attempts: number;
  /** When the last one failed. */
  lastAt: string;
  /** The status of the last answer; null if there was none. */
  lastStatus: number | null;
  /** Why the last try failed. */
  lastError: string | null;
  /** When the next try is due. Null if there is none. */
  nextAt: string | null;
}

/** What names a failure. */
export type FailurePlace = Pick<WebhookFailure, 'messageId' | 'eventId' | 'endpointId'>;
