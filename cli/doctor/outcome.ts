import type { CheckResult, Verdict } from '../../shared/manage/doctor/check.ts';

/** How many checks ended in each way. */
export function countsOf(checks: readonly Verdict[]): Record<Verdict['status'], number> {
  const count = (wanted: Verdict['status']) =>
    checks.filter(({ status }) => status === wanted).length;
  return {
    ok: count('ok'),
    broken: count('broken'),
    unknown: count('unknown'),
    skipped: count('skipped'),
  };
}

/** Why the deployment could not be looked at at all; null where it could. */
export function blindness(checks: readonly CheckResult[]): string | null {
  const failed = checks.find(
    ({ essential, status, made }) => essential && status === 'unknown' && !made,
  );
  return failed ? failed.found : null;
}

/** 0 where the deployment was looked at and nothing of it is broken; else 1. */
export function exitCodeOf(checks: readonly CheckResult[]): 0 | 1 {
  return countsOf(checks).broken > 0 || blindness(checks) !== null ? 1 : 0;
}

/** Marks the checks without which nothing is known of the deployment, by their codes. */
export function withEssential(
  checks: readonly CheckResult[],
  codes: readonly string[],
): CheckResult[] {
  return checks.map((check) => ({ ...check, essential: codes.includes(check.code) }));
}
