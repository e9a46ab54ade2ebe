import { useEffect, useState } from 'react';
import type { useMessages } from '../../api/messages.ts';

/** How many more messages a search looks for before it waits for the reader. */
const wantedRows = 50;

/**
 * Lets a search go on by itself, page by page, until it has found some more rows or comes to the end of its range.
 *
 * @param key what is searched for: another search begins at the start
 */
export function useGoingOn(
  list: ReturnType<typeof useMessages>,
  { key, isSearch }: { key: string; isSearch: boolean },
) {
  const [asked, setAsked] = useState({ key, wanted: wantedRows, isStopped: false });
  const { wanted, isStopped } = asked.key === key ? asked : fresh(key);
  const found = list.isPlaceholderData ? 0 : (list.data?.items.length ?? 0);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const mayGoOn = isSearch && hasNextPage && !isStopped && !isError && found < wanted;
  useEffect(() => {
    if (mayGoOn && !isFetching) void fetchNextPage();
  }, [mayGoOn, isFetching, fetchNextPage]);
  return {
    isGoingOn: mayGoOn || (isSearch && isFetching && !isStopped),
    stop: () => setAsked({ key, wanted, isStopped: true }),
    goOn: () => setAsked({ key, wanted: found + wantedRows, isStopped: false }),
  };
}

const fresh = (key: string) => ({ key, wanted: wantedRows, isStopped: false });
