import { broken, type Finding, ok } from '../../../../shared/manage/doctor/check.ts';
import type { StepContext } from './step-context.ts';

/** A test that needs a real deployment. */
export interface Step {
  /** Never change it: `--only`, recordings and docs/operations/selftest.md use it. */
  code: string;
  /** What it tests, in one sentence without a full stop. */
  asks: string;
  /** If it throws an error, selftest reports the step as unknown, with the reason. */
  run: (context: StepContext) => Promise<Finding>;
}

/** `broken` with the first three of these differences; `ok` if there are none. */
export function judged(differences: readonly string[], success: string): Finding {
  return differences.length > 0 ? broken(listed(differences)) : ok(success);
}

/** The first three of these sentences, and the number of the others. */
export function listed(sentences: readonly string[]): string {
  const first = sentences.slice(0, 3).join('; ');
  const more = sentences.length - 3;
  return more > 0 ? `${first}; and ${more} more` : first;
}
