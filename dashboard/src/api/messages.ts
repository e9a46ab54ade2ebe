import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Page, pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  type Message,
  type MessageSummary,
  message,
  messageSummary,
} from '../../../functions/manage/contracts/messages.ts';
import { call } from './call.ts';

const messagePage = pageOf(messageSummary);

/** What a list of messages is asked for; each left out where it is empty. */
export interface MessageSearch {
  state?: string | undefined;
  to?: string | undefined;
  /** ISO 8601. */
  since?: string | undefined;
}

export type MessagePages = InfiniteData<Page<MessageSummary>, string>;

function readMessages(
  search: MessageSearch,
  { cursor, limit, signal }: { cursor?: string; limit?: number; signal: AbortSignal },
) {
  return call('/messages', messagePage, { query: { ...search, cursor, limit }, signal });
}

/** How often what changes by itself is asked for again, while somebody looks at it. */
const liveMs = 4_000;

/** The key of a list. `visit` tells two visits apart: who comes anew reads anew. */
export const messagesKey = (filters: unknown, visit: string) =>
  ['messages', 'list', filters, visit] as const;

/**
 * Messages, the newest first, page after page. Asked for once: rows that moved while somebody reads
 * them would be worse than old ones, and `useNewestMessages` tells what is new. `search` is called
 * for each page.
 */
export function useMessages(key: readonly unknown[], search: () => MessageSearch) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readMessages(search(), { cursor: pageParam, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The first page of the same list, again and again, from when the list is there. */
export function useNewestMessages(
  key: readonly unknown[],
  search: () => MessageSearch,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['messages', 'newest', ...key],
    queryFn: ({ signal }) => readMessages(search(), { signal }),
    refetchInterval: liveMs,
    enabled,
  });
}

/** As many of the newest messages as one page holds. */
export function useLateMessages() {
  return useQuery({
    queryKey: ['messages', 'late'],
    queryFn: ({ signal }) => readMessages({}, { limit: 100, signal }),
    refetchInterval: 15_000,
  });
}

/** Of these more is to be heard soon; of all others rarely anything, and hours later. */
const unsettled: ReadonlySet<Message['state']> = new Set(['SENDING', 'SENT', 'UNKNOWN', 'DELAYED']);

/** One message, by its own id or the provider's. */
export function useMessage(id: string) {
  return useQuery({
    queryKey: ['messages', 'one', id],
    queryFn: ({ signal }) => call(`/messages/${encodeURIComponent(id)}`, message, { signal }),
    refetchInterval: ({ state: { data } }) => (data && unsettled.has(data.state) ? liveMs : false),
  });
}
