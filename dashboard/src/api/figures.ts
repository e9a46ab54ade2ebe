import { keepPreviousData } from '@tanstack/react-query';
import {
  type Grouping,
  type OverviewRange,
  overview,
  overviewGroups,
  templateNumbers,
} from '../../../functions/manage/contracts/overview.ts';
import { type UsageBy, usage } from '../../../functions/manage/contracts/usage.ts';
import { useRead } from './use-read.ts';

/** Asks again a second after each answer while days are not counted. */
export function useOverviewDays(days: OverviewRange) {
  return useRead({
    queryKey: ['overview', days],
    path: '/overview',
    answer: overview,
    query: { days },
    refetchInterval: ({ state: { data } }) => (data?.isCounting ? 1000 : 30_000),
    placeholderData: keepPreviousData,
  });
}

/** What each template sent in 30 days, by its id. Asks again while days are not counted. */
export function useTemplateNumbers() {
  return useRead({
    queryKey: ['template-numbers'],
    path: '/template-numbers',
    answer: templateNumbers,
    select: ({ rows }) => new Map(rows.map((row) => [row.id, row])),
    refetchInterval: ({ state: { data } }) => (data?.isCounting ? 1000 : false),
    staleTime: 60_000,
  });
}

/** `countedAt`: when the days were read, because the groups are counted with them. */
export function useOverviewGroups(
  query: { days: OverviewRange; by: Grouping; of: string },
  countedAt: number,
) {
  return useRead({
    queryKey: ['overview', 'groups', query, countedAt],
    path: '/overview/groups',
    answer: overviewGroups,
    query,
    placeholderData: keepPreviousData,
  });
}

/** The last 30 days. Each count costs a search of the logs, so a page asks for it only when a person looks. */
export function useUsage(by: UsageBy) {
  return useRead({
    queryKey: ['usage', by],
    path: '/usage',
    answer: usage,
    query: { by },
    staleTime: 5 * 60_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}
