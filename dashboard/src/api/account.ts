import { useQuery } from '@tanstack/react-query';
import { account } from '../../../functions/manage/contracts/account.ts';
import { call } from './call.ts';

/** The account of this dashboard. */
export function useAccount() {
  return useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => call('/account', account, { signal }),
    staleTime: 60_000,
  });
}
