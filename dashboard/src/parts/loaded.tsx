import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert.tsx';

interface LoadedProps<T> {
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

/** Where a list has nothing: what would be here, and how to make the first of it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}

type Paged = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
>;

interface LoadMoreProps {
  list: Paged;
  /** What stands before the button: how many there are so far. */
  children?: ReactNode;
  label?: string;
}

/** The end of a list, and the way on from there. */
export function LoadMore({ list, children, label = 'Load more' }: LoadMoreProps) {
  return (
    <>
      {list.isFetchNextPageError && (
        <ProblemAlert
          error={list.error}
          what="No more could be read"
          retry={() => void list.fetchNextPage()}
        />
      )}
      <Group gap="md">
        {list.hasNextPage && (
          <Button
            variant="default"
            onClick={() => void list.fetchNextPage()}
            loading={list.isFetchingNextPage}
          >
            {label}
          </Button>
        )}
        {children && (
          <Text size="sm" c="dimmed" component="div" aria-live="polite">
            {children}
          </Text>
        )}
      </Group>
    </>
  );
}
