/** An event that an endpoint has not accepted at the first try. Times are ISO 8601 in UTC. */
export interface WebhookFailure {
  messageId: string;
  eventId: string;
  endpointId: string;
  type: string;
  /** The number of tries so far, all failed. */
  attempts: number;
  lastAt: string;
  lastStatus: number | null;
  lastError: string | null;
  /** When the next try is due. Null if there is none. */
  nextAt: string | null;
}

export type FailurePlace = Pick<WebhookFailure, 'messageId' | 'eventId' | 'endpointId'>;
