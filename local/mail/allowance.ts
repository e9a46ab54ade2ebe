import { TokenBucket } from '../gateway/token-bucket.ts';
import type { SesRefusal } from './ses-refusal.ts';
import { isSimulated } from './simulator.ts';

/** https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html */
export const sandboxQuota = { perSecond: 1, per24Hours: 200 } as const;

const dayMs = 86_400_000;

/**
 * What SES's sandbox lets through. Recipients count, not mails; but a mail passes whole as long as
 * anything is left, and what it takes too much is paid back before the next one. The mailbox
 * simulator's addresses count for the rate alone.
 *
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

  /** Counts a mail's recipients; or returns the limit that is reached. */
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

/**
 * The v2 API answers both with the same error; only the sentence tells which limit it is.
 * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
 */
const throttled = (message: string): SesRefusal => ({
  status: 429,
  type: 'TooManyRequestsException',
  message,
});

const overRate = throttled('Maximum sending rate exceeded.');
const overQuota = throttled('Daily message quota exceeded.');
