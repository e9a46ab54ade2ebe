import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert.tsx';

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error'> & { refetch: () => unknown };
  /** What was to be shown, as the beginning of a sentence: "The messages could not be read". */
  what: string;
  children: (value: T) => ReactNode;
}

/** What a query has found; until then its outline, or why there is nothing. */
export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    return <ProblemAlert error={query.error} what={what} retry={() => void query.refetch()} />;
  }
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      <Skeleton h={28} />
      <Skeleton h={28} />
      <Skeleton h={28} w="70%" />
    </Stack>
  );
}
