/** How often something may be done: a number per second, and a number at once after a pause. */
export interface Rate {
  ratePerSecond: number;
  burst: number;
}

/**
 * A token bucket, full at first and refilled continuously, as API Gateway's throttles are.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;
  private readonly rate: Rate;
  private readonly nowMs: () => number;

  /** `nowMs` is a clock that never goes back. */
  constructor(rate: Rate, nowMs: () => number = () => performance.now()) {
    this.rate = rate;
    this.nowMs = nowMs;
    this.tokens = rate.burst;
    this.filledAt = nowMs();
  }

  /** Takes tokens, at times more than there are. Returns false if there is none, until the bucket has refilled. */
  take(tokens = 1): boolean {
    const now = this.nowMs();
    const gained = ((now - this.filledAt) / 1000) * this.rate.ratePerSecond;
    this.tokens = Math.min(this.rate.burst, this.tokens + gained);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= tokens;
    return true;
  }
}
