import type { UsageRow } from '../../../../functions/manage/contracts/usage.ts';

/** As the pricing names the plans of SES. */
export type SesPlan = 'à la carte' | 'Essentials';

export interface MonthCost {
  /** In dollars. */
  soFar: number;
  forecast: number;
}

export const costOf = ({ service, ses }: UsageRow, plan: SesPlan): number =>
  service + (ses[plan] ?? 0);

/**
 * This month's cost until now, and until its end if the days go on as the last seven whole days. All in UTC, from rows by day.
 * On the 31st the first day is missing: the rows go back 30 days.
 */
export function monthCost(rows: readonly UsageRow[], plan: SesPlan, now: Date): MonthCost {
  const byDay = new Map<string, number>();
  for (const row of rows) {
    const day = row.id ?? '';
    byDay.set(day, (byDay.get(day) ?? 0) + costOf(row, plan));
  }
  const costAt = (daysAgo: number) => byDay.get(dayOf(now, daysAgo)) ?? 0;
  const sum = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => costAt(from + at)).reduce((all, one) => all + one, 0);
  const date = now.getUTCDate();
  const length = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
  const usual = sum(1, 7) / 7;
  const before = sum(1, date - 1);
  return {
    soFar: before + costAt(0),
    forecast: before + Math.max(costAt(0), usual) + usual * (length - date),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

const dayOf = (now: Date, daysAgo: number) =>
  new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
