import {
  type keepPreviousData,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { type CallOptions, call } from './call.ts';

interface ReadOptions<Answer extends z.ZodMiniType, Shown>
  extends Omit<UseQueryOptions<z.output<Answer>, Error, Shown>, 'queryFn'> {
  path: string;
  answer: Answer;
  query?: CallOptions['query'];
}

export function useRead<Answer extends z.ZodMiniType, Shown = z.output<Answer>>(
  options: ReadOptions<Answer, Shown>,
) {
  const { path, answer, query, ...rest } = options;
  return useQuery<z.output<Answer>, Error, Shown>({
    queryFn: ({ signal }) => call(path, answer, { query, signal }),
    ...rest,
  });
}

export const itemsOf = <Item>({ items }: { items: Item[] }): Item[] => items;

interface ListOptions<Item extends z.ZodMiniType> {
  queryKey: readonly unknown[];
  path: string;
  item: Item;
  query?: CallOptions['query'];
  staleTime?: number;
  /** `keepPreviousData`: the items of the last query stay until the next query's items are read. */
  placeholderData?: typeof keepPreviousData;
}

/** `items` holds the items of all pages read so far. */
export function useList<Item extends z.ZodMiniType>(options: ListOptions<Item>) {
  const { path, item, query, ...rest } = options;
  const page = pageOf(item);
  return useInfiniteQuery({
    queryFn: ({ pageParam, signal }) =>
      call(path, page, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ items: pages.flatMap((each) => each.items), pages: pages.length }),
    ...rest,
  });
}

/** Afterwards, and also after a fault, what has one of these keys is read again. */
export function useChanging<Input, Output>(
  change: (input: Input) => Promise<Output>,
  ...keys: readonly (readonly string[])[]
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
