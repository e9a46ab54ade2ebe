import { useQuery } from '@tanstack/react-query';
import { type UsageBy, usage } from '../../../functions/manage/contracts/usage.ts';
import { call } from './call.ts';

/** What the account sent in the last 30 days. Each count costs a search of the logs, so it is asked for only when a person looks. */
export function useUsage(by: UsageBy) {
  return useQuery({
    queryKey: ['usage', by],
    queryFn: ({ signal }) => call('/usage', usage, { query: { by }, signal }),
    staleTime: 5 * 60_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}
