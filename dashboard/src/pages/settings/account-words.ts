import type { Account } from '../../../../functions/manage/contracts/account.ts';

export function planWord(plan: Account['plan']): string {
  return plan[0]?.toUpperCase() + plan.slice(1);
}

/** 1 KB is 2^10 bytes, as in the limits of the API. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} KB`;
}
