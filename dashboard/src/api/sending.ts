import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  check,
  recipient,
  sender,
  suppression,
} from '../../../functions/manage/contracts/sending.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { itemsOf, useList, useRead } from './use-read.ts';

export function useSuppressions(search: string) {
  return useList({
    queryKey: ['suppressions', search],
    path: '/suppressions',
    item: suppression,
    query: { search },
  });
}

export function useRecipient(address: string) {
  return useRead({
    queryKey: ['suppressions', 'of', address],
    path: `/recipients/${encodeURIComponent(address)}`,
    answer: recipient,
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

/** One after another: if one cannot be removed, the earlier ones stay removed. */
export function useRemoveSuppressions() {
  const changed = useSuppressionsChanged();
  return useMutation({
    mutationFn: async (addresses: readonly string[]) => {
      for (const address of addresses) {
        await callForEmptyAnswer(`/suppressions/${encodeURIComponent(address)}`, {
          method: 'DELETE',
        });
      }
    },
    onSettled: changed,
  });
}

// The messages show which recipients are suppressed.
function useSuppressionsChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['suppressions'] }),
      queries.invalidateQueries({ queryKey: ['messages', 'one'] }),
    ]);
}

// All at once: a deployment has few.
export function useSenders() {
  return useRead({
    queryKey: ['senders'],
    path: '/senders',
    answer: senderPage,
    select: itemsOf,
  });
}

const senderPage = pageOf(sender);
const checkPage = pageOf(check);

// The checks make ten requests to SES, so the result is kept for a minute.
export function useChecks() {
  return useRead({
    queryKey: ['checks'],
    path: '/checks',
    answer: checkPage,
    select: itemsOf,
    staleTime: 60_000,
  });
}
