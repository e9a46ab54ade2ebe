import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { suppression } from '../../../functions/manage/contracts/suppressions.ts';
import { call, callForNothing } from './call.ts';

const suppressionPage = pageOf(suppression);

/** In the order of the alphabet, page after page. */
export function useSuppressions() {
  return useInfiniteQuery({
    queryKey: ['suppressions'],
    queryFn: ({ pageParam, signal }) =>
      call('/suppressions', suppressionPage, { query: { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function useAddSuppression() {
  const changed = useSuppressionsChanged();
  return useMutation({
    mutationFn: (body: { address: string; note: string | null }) =>
      call('/suppressions', suppression, { method: 'POST', body }),
    onSuccess: changed,
  });
}

export function useRemoveSuppression() {
  const changed = useSuppressionsChanged();
  return useMutation({
    mutationFn: (address: string) =>
      callForNothing(`/suppressions/${encodeURIComponent(address)}`, { method: 'DELETE' }),
    onSuccess: changed,
  });
}

/** Messages say of their recipients whether they are suppressed. */
function useSuppressionsChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['suppressions'] }),
      queries.invalidateQueries({ queryKey: ['messages', 'one'] }),
    ]);
}
