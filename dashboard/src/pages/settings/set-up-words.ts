import type { Check } from '../../../../functions/manage/contracts/sending.ts';

/** The checks to show: first the failed ones, then those that could not run. */
export function toTell(checks: readonly Check[]): Check[] {
  const having = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted);
  return [...having('broken'), ...having('unknown')];
}

/** A sentence about the checks that passed; null if none did. */
export function goodWords(checks: readonly Check[]): string | null {
  const good = checks.filter(({ status }) => status === 'ok').length;
  if (good === 0) return null;
  const shown = toTell(checks).length;
  if (shown > 0) return `${good} more ${good === 1 ? 'check is' : 'checks are'} good.`;
  return `All is well: ${good === 1 ? 'one check is' : `${good} checks are`} good.`;
}
