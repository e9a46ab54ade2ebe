import { selectableTypes, type WebhookType } from '../engine/webhook-types.ts';

export interface EndpointSecret {
  /** `whsec_` and 32 bytes in base64. */
  secret: string;
  /** ISO 8601: the time from which it no longer signs. Null if it has no end. */
  until: string | null;
}

export interface EndpointPlace {
  accountId: string;
  /** `wh_` and 16 base62 characters. */
  endpointId: string;
}

/** An address that gets the events of an account. Times are ISO 8601 in UTC. */
export interface WebhookEndpoint extends EndpointPlace {
  url: string;
  /** The types of the events that it gets; null for all types. */
  types: readonly WebhookType[] | null;
  /** Whether it gets events of test keys as well. */
  test: boolean;
  /** The newest first. */
  secrets: readonly EndpointSecret[];
  state: 'ACTIVE' | 'PAUSED';
  /**
   * An operator asked (`asked`), the receiver answered 410 (`gone`), or every try failed for three days (`failing`).
   */
  pausedBecause: 'asked' | 'gone' | 'failing' | null;
  createdAt: string;
  /** When the first try failed after the last success. Null if the last try succeeded. */
  failingSince: string | null;
  /** The number of failed tries since then. */
  failures: number;
  /** No event is tried before this time, because the last try failed. Null if no try failed since the last success. */
  retryAt: string | null;
  /** When the next wake-up of its parked events is due. Null if none is parked. */
  wakeAt: string | null;
  /** Whether all its events are parked, because a request was slow while the account had too many slow ones. */
  slow: boolean;
  /** The status of the last failed try; null after a success, or if there was no answer. */
  lastStatus: number | null;
  /** Why the last try failed, with the first 500 characters of the receiver's answer; null after a success. */
  lastError: string | null;
}

/** What decides whether an endpoint gets an event. */
export type Receiver = Pick<WebhookEndpoint, 'endpointId' | 'types' | 'test' | 'state'>;

export const maxEndpoints = 10;

export function isWebhookType(text: string): text is WebhookType {
  return text === 'webhook.test' || selectableTypes.some((type) => type === text);
}

/** The secrets that sign an event at a time in milliseconds: while one is replaced, the old and the new one. */
export function secretsInForce({ secrets }: Pick<WebhookEndpoint, 'secrets'>, nowMs: number) {
  return secrets
    .filter(({ until }) => until === null || nowMs < Date.parse(until))
    .map(({ secret }) => secret);
}
