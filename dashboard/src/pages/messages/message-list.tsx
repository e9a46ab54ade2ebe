import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import {
  type MessageSummary,
  searchedMessages,
} from '../../../../functions/manage/contracts/messages.ts';
import type { useMessages } from '../../api/messages.ts';
import { Empty } from '../../parts/empty.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { type Filters, isFiltered, isSearch } from './filters.ts';
import { MessageCards } from './message-cards.tsx';
import { MessageTable } from './message-table.tsx';

export interface MessageListProps {
  rows: readonly MessageSummary[];
  list: ReturnType<typeof useMessages>;
  /** How many pages were read for them. */
  pages: number;
  filters: Filters;
}

/** The rows, or why there are none, and the way further back. */
export function MessageList({ rows, list, pages, filters }: MessageListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)');
  if (rows.length === 0 && list.hasNextPage) {
    return (
      <Empty
        title={`Nothing among the newest ${(pages * searchedMessages).toLocaleString()} so far`}
        action={<LoadMore list={list} label="Look further back" />}
      >
        A search looks through {searchedMessages.toLocaleString()} messages at a time.
      </Empty>
    );
  }
  if (rows.length === 0) return isFiltered(filters) ? <NoneFound /> : <NoneYet />;
  return (
    <>
      {isNarrow ? <MessageCards rows={rows} /> : <MessageTable rows={rows} />}
      <LoadMore list={list} label={isSearch(filters) ? 'Look further back' : 'Load more'}>
        {countOf(rows.length, list.hasNextPage)}
      </LoadMore>
    </>
  );
}

function countOf(count: number, isMore: boolean): string {
  const messages = count === 1 ? 'message' : 'messages';
  return isMore ? `${count} ${messages} so far` : `${count} ${messages} in all`;
}

function NoneFound() {
  return (
    <Empty title="No message fits">
      Nothing that is kept was sent to this address, or ended in this state, in this time. A request
      that was refused leaves no message: the answer said why.
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty
      title="No messages yet"
      action={
        <Button component={Link} to="/templates">
          Go to the templates
        </Button>
      }
    >
      A mail that a template's flow sends shows up here, with everything that SES reports of it
      afterwards. Send yourself a test from a template's page to see one.
    </Empty>
  );
}
