import { broken, type Finding, ok } from '../../../../shared/manage/doctor/check.ts';
import { listed } from '../../../checks/listed.ts';
import type { StepContext } from './step-context.ts';

export interface SelftestStep {
  /** Never change it: `--only`, recordings and docs/operations/selftest.md use it. */
  code: string;
  /** What it tests, in one sentence without a full stop. */
  asks: string;
  /** If it throws an error, selftest reports the step as unknown, with the reason. */
  run: (context: StepContext) => Promise<Finding>;
}

/** `broken` with the first of these differences; `ok` if there are none. */
export function judged(differences: readonly string[], success: string): Finding {
  return differences.length > 0 ? broken(listed(differences)) : ok(success);
}
