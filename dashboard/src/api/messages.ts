import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type Message,
  type MessagePage,
  type MessageSummary,
  message,
  messageCopy,
  messagePage,
  type messageQuery,
  sentAgain,
} from '../../../functions/manage/contracts/messages.ts';
import { call } from './call.ts';
import { useRead } from './use-read.ts';

export type MessageSearch = Omit<z.input<typeof messageQuery>, 'limit' | 'cursor'>;

export type MessagePages = InfiniteData<MessagePage, string>;

export function readMessages(
  search: MessageSearch & { limit?: number; cursor?: string },
  signal: AbortSignal,
) {
  return call('/messages', messagePage, { query: { ...search }, signal });
}

/** The interval of reads while the page is visible, in milliseconds. */
const liveMs = 4_000;

/** `visit` differs for each visit to the page, so a new visit reads a new list. */
export const messagesKey = (filters: unknown, visit: string) =>
  ['messages', 'list', filters, visit] as const;

/** The newest first. Read once, so that no row moves; `search` is called for each page. */
export function useMessages(key: readonly unknown[], search: () => MessageSearch) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const asked = search();
      const page = readMessages({ ...asked, cursor: pageParam }, signal);
      const [{ items, ...rest }, named] = await Promise.all([
        page,
        pageParam === '' ? readNamed(asked, signal) : [],
      ]);
      return {
        ...rest,
        items: named.length === 0 ? items : [...named, ...items].sort(newestFirst),
      };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      items: uniqueIn(pages.flatMap(({ items }) => items)),
      looked: pages.reduce((sum, page) => sum + page.looked, 0),
      back: pages.at(-1)?.back ?? null,
      isExact: pages[0]?.exact ?? false,
    }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The messages that a searched text is the reference of: however old they are, they are found first. */
async function readNamed(search: MessageSearch, signal: AbortSignal): Promise<MessageSummary[]> {
  const { search: reference, ...others } = search;
  if (reference === undefined || others.state === 'SCHEDULED') return [];
  return (await readMessages({ ...others, reference }, signal)).items;
}

// Ids are ULIDs: later ones sort higher.
const newestFirst = (one: MessageSummary, other: MessageSummary) => (one.id < other.id ? 1 : -1);

const uniqueIn = (items: readonly MessageSummary[]) => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

// Read repeatedly once the list is loaded.
export function useNewestMessages(
  key: readonly unknown[],
  search: () => MessageSearch,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['messages', 'newest', ...key],
    queryFn: ({ signal }) => readMessages(search(), signal),
    refetchInterval: liveMs,
    enabled,
  });
}

export function useRecentMessages() {
  return useQuery({
    queryKey: ['messages', 'recent'],
    queryFn: ({ signal }) => readMessages({ limit: 100 }, signal),
    refetchInterval: 15_000,
  });
}

/** The newest messages of test keys, read again and again: a first request shows itself at once. */
export function useTestMessages(enabled: boolean) {
  return useQuery({
    queryKey: ['messages', 'recent', 'test'],
    queryFn: ({ signal }) => readMessages({ test: 'true', limit: 20 }, signal),
    refetchInterval: liveMs,
    enabled,
  });
}

// All other states change rarely, and hours later.
const unsettled: ReadonlySet<Message['state']> = new Set(['SENDING', 'SENT', 'UNKNOWN', 'DELAYED']);

/** In milliseconds; false: never. A user may send or cancel a scheduled message at any time. */
function pauseFor({ state, sendAt }: Message): number | false {
  if (unsettled.has(state)) return liveMs;
  if (state !== 'SCHEDULED') return false;
  return Date.parse(sendAt ?? '') > Date.now() + 60_000 ? 30_000 : liveMs;
}

const pathOf = (id: string) => `/messages/${encodeURIComponent(id)}`;

export const messageKey = (id: string) => ['messages', 'one', id] as const;

export function useMessage(id: string) {
  return useRead({
    queryKey: messageKey(id),
    path: pathOf(id),
    answer: message,
    refetchInterval: ({ state: { data } }) => (data ? pauseFor(data) : false),
  });
}

/** A message and its copy. Read once; not read if `id` is null. */
export function useMessageToTry(id: string | null) {
  const path = pathOf(id ?? '');
  return useQuery({
    queryKey: ['messages', 'try', id],
    queryFn: async ({ signal }) => {
      const [tried, { copy }] = await Promise.all([
        call(path, message, { signal }),
        call(`${path}/copy`, messageCopy, { signal }),
      ]);
      return { message: tried, copy };
    },
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

// A copy never changes. It is written after the message, so that it may be missing at first.
export function useMessageCopy(id: string, enabled = true) {
  return useRead({
    queryKey: ['messages', 'copy', id],
    path: `${pathOf(id)}/copy`,
    answer: messageCopy,
    enabled,
    staleTime: ({ state: { data } }) => (data?.copy ? Number.POSITIVE_INFINITY : 0),
  });
}

/** The service refuses it with the code `late` once the message is being sent. */
export function useCancelMessage() {
  return useEnding(({ id }: { id: string }) =>
    call(`${pathOf(id)}/cancel`, message, { method: 'POST' }),
  );
}

/** With `newest`, uses the template’s current revision, not the one that accepted the message. */
export function useSendMessageNow() {
  return useEnding(({ id, newest }: { id: string; newest: boolean }) =>
    call(`${pathOf(id)}/send`, message, { method: 'POST', body: { newest } }),
  );
}

/** Sends the kept mail of a message again; a retry with the same key sends nothing more. */
export function useSendAgain() {
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(`${pathOf(id)}/send-again`, sentAgain, { method: 'POST', idempotencyKey }),
  });
}

// Afterwards all pages show the message's new state.
function useEnding<Input extends { id: string }>(end: (input: Input) => Promise<Message>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: (answered) => {
      const { id, state } = answered;
      // A message that is to be sent now stays SCHEDULED for some moments.
      const listed = { state: state === 'SCHEDULED' ? 'SENDING' : state } as const;
      const changed = (page: MessagePage): MessagePage => ({
        ...page,
        items: page.items.map((item) => (item.id === id ? { ...item, ...listed } : item)),
      });
      queries.setQueryData(messageKey(id), answered);
      queries.setQueriesData<MessagePages>(
        { queryKey: ['messages', 'list'] },
        (list) => list && { ...list, pages: list.pages.map(changed) },
      );
      // An answer on its way may still have the old state.
      return queries.resetQueries({ queryKey: ['messages', 'newest'] });
    },
    onError: (_, { id }) => queries.invalidateQueries({ queryKey: messageKey(id) }),
  });
}

/** The rows in their latest states. `fresh`: how many messages the list does not show yet. */
export function mergeNewest(
  shown: readonly MessageSummary[],
  newest: readonly MessageSummary[],
): { rows: MessageSummary[]; fresh: number } {
  const latest = new Map(newest.map((message) => [message.id, message]));
  const top = shown[0];
  return {
    rows: shown.map((message) => latest.get(message.id) ?? message),
    fresh: newest.filter(({ id }) => !top || id > top.id).length,
  };
}
