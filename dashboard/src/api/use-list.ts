import { type keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { call } from './call.ts';

export interface ListOptions<Item extends z.ZodMiniType> {
  queryKey: readonly unknown[];
  path: string;
  item: Item;
  /** Returns the query parameters. Called once for each page. */
  query?: () => Readonly<Record<string, string | number | undefined>>;
  /** In milliseconds. */
  staleTime?: number;
  /** `keepPreviousData`: the items of the last query stay until those of another are read. */
  placeholderData?: typeof keepPreviousData;
}

/** Reads a list from the service, page by page. `items` holds the items of all pages read so far. */
export function useList<Item extends z.ZodMiniType>(options: ListOptions<Item>) {
  const { queryKey, path, item, query = () => ({}), ...rest } = options;
  const page = pageOf(item);
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(path, page, { query: { ...query(), cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ items: pages.flatMap((each) => each.items), pages: pages.length }),
    ...rest,
  });
}
