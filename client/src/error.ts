/** The facts of an error in addition to its message. */
export interface ErrorFacts {
  /** The HTTP status; undefined if no answer came. */
  status?: number | undefined;
  /** The answer's `x-request-id`: quote it when you report the error. */
  requestId?: string | undefined;
  /** Seconds to wait before trying again, if the answer says so. */
  retryAfter?: number | undefined;
  /** Only for execute: if you send the request again with this key, it never sends a second mail. */
  idempotencyKey?: string | undefined;
}

/**
 * A call without a result: it was refused, or no answer came. `message` is the service's sentence, or
 * says what was called and why no answer came; `cause` is the underlying error. Neither holds the API key.
 */
export class PostriderError extends Error implements ErrorFacts {
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PostriderError';
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
