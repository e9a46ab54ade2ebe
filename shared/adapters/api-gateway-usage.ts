import { GetUsageCommand } from '@aws-sdk/client-api-gateway';
import type { Plan } from '../plans.ts';
import type { UsagePlans } from './api-gateway-keys.ts';

/** How many requests API Gateway counted on one day (UTC). */
export interface DayUsage {
  /** `YYYY-MM-DD` */
  date: string;
  requests: number;
}

/** The requests that API Gateway counted for a key in a plan, for each day of at most 90; 0 for a day without any. */
export async function readUsage(
  { client, ids }: UsagePlans,
  { plan, keyId, from, to }: { plan: Plan; keyId: string; from: Date; to: Date },
): Promise<DayUsage[]> {
  const days = daysBetween(from, to);
  const counted: number[] = [];
  let position: string | undefined;
  do {
    const page = await client.send(
      new GetUsageCommand({
        usagePlanId: ids[plan],
        keyId,
        startDate: days[0],
        endDate: days.at(-1),
        position,
      }),
    );
    // For each day API Gateway gives two numbers: the requests made, and the requests left of a quota.
    counted.push(...(page.items?.[keyId] ?? []).map(([used = 0]) => used));
    position = page.position;
  } while (position);
  return days.map((date, index) => ({ date, requests: counted[index] ?? 0 }));
}

const dayMs = 24 * 60 * 60 * 1000;

function daysBetween(from: Date, to: Date): string[] {
  const days: string[] = [];
  for (let at = from.getTime(); at <= to.getTime(); at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
