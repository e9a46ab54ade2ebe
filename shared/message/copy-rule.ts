import { maxKeepDays } from '../engine/limits.ts';

/** What a template asks for the copies of its live mails. */
export interface CopyRule {
  days: number;
  /** The names of the variables whose values no copy has. */
  secret: readonly string[];
}

/** The rule in a template's fields `keep` and `secret`; null if the template keeps no copies. */
export function copyRuleOf({
  keep,
  secret = [],
}: {
  keep?: string | undefined;
  secret?: readonly string[] | undefined;
}): CopyRule | null {
  const days = keep === undefined ? null : keepDays(keep);
  return days === null ? null : { days, secret };
}

/** The days in a text such as `7d`; null for anything else than `1d` to `30d`. */
export function keepDays(keep: string): number | null {
  const days = /^[1-9]\d?d$/.test(keep) ? Number.parseInt(keep, 10) : 0;
  return days >= 1 && days <= maxKeepDays ? days : null;
}
