import { TokenBucket } from '../gateway/token-bucket.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Usage } from './usage.ts';

/** What a request counted against a key comes to. */
export type Metered = 'passed' | 'throttled' | 'unknown';

/**
 * Counts requests by API Gateway key, at the rate of the plan that the key is in at that moment. A
 * key that moves to another plan starts there with a full bucket. Those that pass are its usage.
 */
export function meter(
  keys: ApiKeys,
  usage: Pick<Usage, 'count'>,
): (apiKey: string | undefined) => Metered {
  const buckets = new Map<string, { planId: string; bucket: TokenBucket }>();
  return (apiKey) => {
    const found = apiKey === undefined ? undefined : keys.inPlan(apiKey);
    if (!found) return 'unknown';
    const { key, plan } = found;
    let counted = buckets.get(key.id);
    if (counted?.planId !== plan.id) {
      counted = { planId: plan.id, bucket: new TokenBucket(plan) };
      buckets.set(key.id, counted);
    }
    if (!counted.bucket.take()) return 'throttled';
    usage.count(plan.id, key.id);
    return 'passed';
  };
}
