import { isSimulated } from '../../shared/reports/simulator.ts';
import { TokenBucket } from '../gateway/token-bucket.ts';

/** https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html */
export const sandboxQuota = { perSecond: 1, per24Hours: 200 } as const;

export interface SesRefusal {
  status: number;
  /** The error's name in the API, for `x-amzn-errortype`. */
  type: string;
  message: string;
}

const dayMs = 86_400_000;

/**
 * The limits of SES's sandbox, in recipients. A mail passes if any of the limit is left; then mails are refused until
 * the excess is made up for. The mailbox simulator's addresses count only for the rate.
 * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas.html
 */
export class Allowance {
  private readonly nowMs: () => number;
  private readonly rate: TokenBucket;
  private readonly sent: { atMs: number; recipients: number }[] = [];

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
    const { perSecond } = sandboxQuota;
    this.rate = new TokenBucket({ ratePerSecond: perSecond, burst: perSecond }, nowMs);
  }

  /** Counts a mail's recipients, or returns the refusal if a limit is reached. */
  take(recipients: readonly string[]): SesRefusal | undefined {
    const counted = recipients.filter((one) => !isSimulated(one)).length;
    if (counted > 0 && this.sentLast24Hours >= sandboxQuota.per24Hours) return overQuota;
    if (!this.rate.take(recipients.length)) return overRate;
    if (counted > 0) this.sent.push({ atMs: this.nowMs(), recipients: counted });
    return undefined;
  }

  get sentLast24Hours(): number {
    const since = this.nowMs() - dayMs;
    const firstKept = this.sent.findIndex(({ atMs }) => atMs > since);
    this.sent.splice(0, firstKept < 0 ? this.sent.length : firstKept);
    return this.sent.reduce((sum, { recipients }) => sum + recipients, 0);
  }
}

/** Both errors have the same name: https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html */
const throttled = (message: string): SesRefusal => ({
  status: 429,
  type: 'TooManyRequestsException',
  message,
});

const overRate = throttled('Maximum sending rate exceeded.');
const overQuota = throttled('Daily message quota exceeded.');
