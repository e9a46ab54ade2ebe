import type { Check } from '../../../../functions/manage/contracts/sending.ts';

/** What somebody should read: what is broken, then what is not known. */
export function toTell(checks: readonly Check[]): Check[] {
  const having = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted);
  return [...having('broken'), ...having('unknown')];
}

/** What is to be said of those that are good; null where none is. */
export function goodWords(checks: readonly Check[]): string | null {
  const good = checks.filter(({ status }) => status === 'ok').length;
  if (good === 0) return null;
  const told = toTell(checks).length;
  if (told > 0) return `${good} more ${good === 1 ? 'check is' : 'checks are'} good.`;
  return `All is well: ${good === 1 ? 'one check is' : `${good} checks are`} good.`;
}
