import { type AwsFaultKind, awsFault } from '../../adapters/aws-fault.ts';
import { patience } from '../../patience.ts';
import type { Check, CheckResult, Finding, FixStep } from './check.ts';
import { NotKnown, reasonOf } from './not-known.ts';

/** How long one check may take, in milliseconds; all run in parallel. */
export const checkLimitMs = 8000 * patience;

/** Runs all checks in parallel. One that fails or hangs is `unknown`, with its reason. */
export async function runChecks<Ports>(
  checks: readonly Check<Ports>[],
  ports: Ports,
  limitMs = checkLimitMs,
): Promise<CheckResult[]> {
  return Promise.all(checks.map((check) => madeWithin(check, ports, limitMs)));
}

/** The result of a check that does not apply to this deployment. */
export function notMade({ code, why }: Pick<Check<never>, 'code' | 'why'>, found: string) {
  return { code, status: 'skipped' as const, found, why, made: false, fix: [] };
}

async function madeWithin<Ports>(
  { code, why, find }: Check<Ports>,
  ports: Ports,
  limitMs: number,
): Promise<CheckResult> {
  const { promise: late, resolve } = Promise.withResolvers<Made>();
  const timer = setTimeout(
    () => resolve(notKnown(`No answer within ${limitMs / 1000} seconds`, 'no answer')),
    limitMs,
  );
  const finding = await Promise.race([late, found(find, ports)]).finally(() => clearTimeout(timer));
  return { code, why, fix: [], ...finding };
}

type Made = Finding & Pick<CheckResult, 'made' | 'fault'>;

async function found<Ports>(find: Check<Ports>['find'], ports: Ports): Promise<Made> {
  try {
    return { ...(await find(ports)), made: true };
  } catch (error) {
    const { fix, cause } = error instanceof NotKnown ? error : { fix: [], cause: undefined };
    return notKnown(reasonOf(error), awsFault(cause ?? error).kind, fix);
  }
}

const notKnown = (found: string, fault: AwsFaultKind, fix: readonly FixStep[] = []): Made => ({
  status: 'unknown',
  found,
  made: false,
  fault,
  fix,
});
