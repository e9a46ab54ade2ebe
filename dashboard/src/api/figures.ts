import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OverviewRange, overview } from '../../../functions/manage/contracts/overview.ts';
import { type UsageBy, usage } from '../../../functions/manage/contracts/usage.ts';
import { call } from './call.ts';

/** How many messages are in each state, by day. While days are left to count it asks again, one second after each answer. */
export function useOverviewDays(days: OverviewRange) {
  return useQuery({
    queryKey: ['overview', days],
    queryFn: ({ signal }) => call('/overview', overview, { query: { days }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.isCounting ? 1000 : 30_000),
    placeholderData: keepPreviousData,
  });
}

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
