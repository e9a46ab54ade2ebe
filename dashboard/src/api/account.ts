import { account } from '../../../functions/manage/contracts/account.ts';
import { missingRight, type Right } from '../../../shared/people/roles.ts';
import { useRead } from './use-read.ts';

export function useAccount() {
  return useRead({ queryKey: ['account'], path: '/account', answer: account, staleTime: 60_000 });
}

/** Why the user may not do what needs a right; null if they may, and until their roles are read. */
export function useDenials(): (right: Right | undefined) => string | null {
  const { data: account } = useAccount();
  return (right) =>
    right === undefined || !account || account.may.includes(right)
      ? null
      : missingRight(right, account.roles);
}

export const useMay = (right: Right): boolean => useDenials()(right) === null;
