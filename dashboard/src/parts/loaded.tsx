import { Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PlainButton, Quiet } from './looks.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { LinesWait } from './skeletons.tsx';

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error'> & { refetch: () => unknown };
  /** "The messages could not be loaded". */
  what: string;
  children: (value: T) => ReactNode;
  /** Default: three lines. */
  wait?: ReactNode;
}

export function Loaded<T>({ query, what, children, wait = <LinesWait /> }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    return <ProblemAlert error={query.error} what={what} retry={() => void query.refetch()} />;
  }
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      {wait}
    </Stack>
  );
}

interface EmptyProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
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
  children?: ReactNode;
  label?: string;
}

export function LoadMore({ list, children, label = 'Load more' }: LoadMoreProps) {
  return (
    <>
      {list.isFetchNextPageError && (
        <ProblemAlert
          error={list.error}
          what="The rest of the list could not be loaded"
          retry={() => void list.fetchNextPage()}
        />
      )}
      <Group gap="md">
        {list.hasNextPage && (
          <PlainButton onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
            {label}
          </PlainButton>
        )}
        {children && (
          <Quiet component="div" aria-live="polite">
            {children}
          </Quiet>
        )}
      </Group>
    </>
  );
}

export function Counting() {
  return (
    <Group gap="xs" role="status">
      <Loader size={14} />
      <Quiet>Counting</Quiet>
    </Group>
  );
}
