import type { Finding, Verdict } from '../../shared/manage/doctor/check.ts';
import { ok, unknown } from '../../shared/manage/doctor/check.ts';
import { reasonOf } from '../../shared/manage/doctor/not-known.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Bench } from './bench.ts';
import { withoutKeys } from './masking.ts';
import type { Step } from './step.ts';

/** Makes one step after the other, and tells of each when it is done. */
export async function runSteps(
  steps: readonly Step[],
  bench: Bench,
  tell: (result: Verdict) => void,
): Promise<Verdict[]> {
  const { recorder, progress, signal } = bench.options;
  const results: Verdict[] = [];
  for (const step of steps) {
    progress(`${step.code}: ${step.asks}`);
    const earlier = recorder.earlier.get(step.code);
    const finding =
      earlier === undefined ? await findingOf(step, bench) : ok(`${earlier} (recorded earlier)`);
    const found = withoutKeys(finding.found);
    const result = { code: step.code, why: step.asks, mend: [], ...finding, found };
    if (earlier === undefined && !signal.aborted) await recorder.end(result);
    results.push(result);
    tell(result);
  }
  return results;
}

async function findingOf(step: Step, bench: Bench): Promise<Finding> {
  const { signal } = bench.options;
  if (signal.aborted) return unknown('Interrupted before it was asked');
  try {
    return await step.run(bench);
  } catch (error) {
    if (signal.aborted) return unknown('Interrupted');
    return unknown(error instanceof ManageError ? error.message : reasonOf(error));
  }
}
