import { keepPreviousData } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  type AddedSuppressions,
  addedSuppressions,
  check,
  maxBatchedSuppressions,
  recipient,
  type Suppression,
  sender,
  suppression,
} from '../../../functions/manage/contracts/sending.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { itemsOf, useChanging, useList, useRead } from './use-read.ts';

export interface SuppressionSearch {
  search?: string | undefined;
  reason?: Suppression['reason'] | undefined;
}

export function useSuppressions({ search, reason }: SuppressionSearch) {
  return useList({
    queryKey: ['suppressions', search, reason],
    path: '/suppressions',
    item: suppression,
    query: { search, reason, limit: 100 },
    placeholderData: keepPreviousData,
  });
}

const suppressionPage = pageOf(suppression);

export const readSuppressions = (
  query: SuppressionSearch & { cursor: string },
  signal: AbortSignal,
) => call('/suppressions', suppressionPage, { query: { ...query, limit: 100 }, signal });

export interface SuppressionEntry {
  address: string;
  note: string | null;
}

// The messages show which recipients are suppressed.
const shownIn = [['suppressions'], ['messages', 'one']];

/** Adds addresses in requests of 100. `onAdded` gets the number of those that have been looked at. */
export function useImportSuppressions(onAdded: (count: number) => void) {
  return useChanging(
    async (entries: readonly SuppressionEntry[]): Promise<AddedSuppressions> => {
      const sum: AddedSuppressions = { added: 0, known: 0, refused: [] };
      for (let at = 0; at < entries.length; at += maxBatchedSuppressions) {
        const body = { entries: entries.slice(at, at + maxBatchedSuppressions) };
        const part = await call('/suppressions/batch', addedSuppressions, { method: 'POST', body });
        sum.added += part.added;
        sum.known += part.known;
        sum.refused.push(...part.refused.map((each) => ({ ...each, index: at + each.index })));
        onAdded(at + body.entries.length);
      }
      return sum;
    },
    ...shownIn,
  );
}

export function useRecipient(address: string) {
  return useRead({
    queryKey: ['suppressions', 'of', address],
    path: `/recipients/${encodeURIComponent(address)}`,
    answer: recipient,
  });
}

export function useAddSuppression() {
  return useChanging(
    (body: SuppressionEntry) => call('/suppressions', suppression, { method: 'POST', body }),
    ...shownIn,
  );
}

/** One after another: if one cannot be removed, the earlier ones stay removed. */
export function useRemoveSuppressions() {
  return useChanging(
    async (addresses: readonly string[]) => {
      for (const address of addresses) {
        await callForEmptyAnswer(`/suppressions/${encodeURIComponent(address)}`, {
          method: 'DELETE',
        });
      }
    },
    ...shownIn,
  );
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
