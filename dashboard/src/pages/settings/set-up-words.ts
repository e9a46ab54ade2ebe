import type { Check } from '../../../../functions/manage/contracts/sending.ts';

/** The checks to show: first the failed ones, then those that could not run. */
export function checksToShow(checks: readonly Check[]): Check[] {
  const having = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted);
  return [...having('broken'), ...having('unknown')];
}

/** A sentence about the checks that passed; null if none did. */
export function passedWords(checks: readonly Check[]): string | null {
  const good = checks.filter(({ status }) => status === 'ok').length;
  if (good === 0) return null;
  const shown = checksToShow(checks).length;
  if (shown > 0) return `${good} more ${good === 1 ? 'check' : 'checks'} passed.`;
  return good === 1 ? 'The only check passed.' : `All ${good} checks passed.`;
}
