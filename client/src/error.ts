/** What an error tells beside its sentence. */
export interface ErrorFacts {
  /** The HTTP status; undefined where no answer came. */
  status?: number | undefined;
  /** The answer's `x-request-id`: quote it when you ask why. */
  requestId?: string | undefined;
  /** Seconds after which trying again makes sense, where the answer says so. */
  retryAfter?: number | undefined;
  /** Of an execute: sent again with this key, the request never makes a second mail. */
  idempotencyKey?: string | undefined;
}

/**
 * A call without a result: it was refused, or no answer came. `message` is the service's sentence, or
 * says what was lost; what lies underneath is the `cause`. The API key is in none of it.
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
