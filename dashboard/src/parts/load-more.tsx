import { Button, Group, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert.tsx';

type Paged = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
>;

export interface LoadMoreProps {
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
