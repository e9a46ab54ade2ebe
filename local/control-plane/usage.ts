import { TokenBucket } from '../gateway/token-bucket.ts';
import type { ApiKeys } from './api-keys.ts';

const dayMs = 24 * 60 * 60 * 1000;

export type Metered = 'passed' | 'throttled' | 'unknown';

/** How many requests the usage plans let through in this run, by plan, key and day. */
export class Usage {
  private readonly nowMs: () => number;
  /** Plan id to key id to day to count. */
  private readonly counts = new Map<string, Map<string, Map<string, number>>>();

  constructor(nowMs: () => number = Date.now) {
    this.nowMs = nowMs;
  }

  count(planId: string, keyId: string): void {
    const ofPlan = getOrMake(this.counts, planId, () => new Map());
    const days = getOrMake(ofPlan, keyId, () => new Map());
    const today = dayOf(this.nowMs());
    days.set(today, (days.get(today) ?? 0) + 1);
  }

  /** The keys of a plan that were used between two days, inclusive, with the count of each day. */
  between(planId: string, first: string, last: string): Map<string, number[]> {
    const days = daysBetween(first, last);
    const byKey = [...(this.counts.get(planId) ?? [])].map(
      ([keyId, counts]) => [keyId, days.map((day) => counts.get(day) ?? 0)] as const,
    );
    return new Map(byKey.filter(([, counts]) => counts.some((count) => count > 0)));
  }
}

/** Counts requests by API Gateway key, at the rate of its current plan; in a new plan it has a full bucket. */
export function meter(
  keys: ApiKeys,
  usage: Pick<Usage, 'count'>,
): (apiKey: string | undefined) => Metered {
  const buckets = new Map<string, { planId: string; bucket: TokenBucket }>();
  return (apiKey) => {
    const found = apiKey === undefined ? undefined : keys.inPlan(apiKey);
    if (!found) return 'unknown';
    const { key, plan } = found;
    const before = buckets.get(key.id);
    const counted =
      before?.planId === plan.id ? before : { planId: plan.id, bucket: new TokenBucket(plan) };
    buckets.set(key.id, counted);
    if (!counted.bucket.take()) return 'throttled';
    usage.count(plan.id, key.id);
    return 'passed';
  };
}

function getOrMake<V>(map: Map<string, V>, name: string, make: () => V): V {
  const found = map.get(name) ?? make();
  map.set(name, found);
  return found;
}

/** All days from the first to the last, as `2026-11-21` in UTC. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) days.push(dayOf(at));
  return days;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
