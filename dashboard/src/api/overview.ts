import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OverviewRange, overview } from '../../../functions/manage/contracts/overview.ts';
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
