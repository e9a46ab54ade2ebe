import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type MessageSummary,
  searchedMessages,
} from '../../../../functions/manage/contracts/messages.ts';
import type { useMessages } from '../../api/messages.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty, LoadMore } from '../../parts/loaded.tsx';
import { MessageStateBadge, MessageTitle, Recipients } from '../../parts/message-state.tsx';
import { momentOf } from '../../parts/message-states.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { shortMoment, timeWithZone } from '../../parts/time-words.ts';
import { When } from '../../parts/when.tsx';
import { type Filters, isSearch } from './filters.ts';
import { NoMessages } from './no-messages.tsx';

type Rows = readonly MessageSummary[];

interface MessageListProps {
  rows: Rows;
  list: ReturnType<typeof useMessages>;
  /** How many messages were looked through. */
  looked: number;
  filters: Filters;
}

/** The rows, or why there are none, and a button to read on. */
export function MessageList({ rows, list, looked, filters }: MessageListProps) {
  const isScheduled = filters.state === 'SCHEDULED';
  const far = `the ${isScheduled ? 'soonest' : 'newest'} ${looked.toLocaleString()} messages`;
  if (rows.length === 0 && list.hasNextPage) {
    return (
      <Empty
        title={`No match among ${far}`}
        action={<LoadMore list={list} label="Search further" />}
      >
        Each search looks through {searchedMessages.toLocaleString()} messages.
      </Empty>
    );
  }
  if (rows.length === 0) return <NoMessages filters={filters} />;
  const isSearched = isSearch(filters);
  return (
    <>
      <MessageTable rows={rows} isScheduled={isScheduled} />
      <LoadMore list={list} label={isSearched ? 'Search further' : 'Load more'}>
        {countOf(rows.length, list.hasNextPage)}
        {isSearched && list.hasNextPage && `, looked through ${far}`}
      </LoadMore>
    </>
  );
}

function countOf(count: number, isMore: boolean): string {
  const messages = count === 1 ? 'message' : 'messages';
  return isMore ? `${count} ${messages} so far` : `${count} ${messages}`;
}

/** The columns of all messages, or of scheduled messages, which have buttons. A narrow page has one column. */
function MessageTable({ rows, isScheduled }: { rows: Rows; isScheduled: boolean }) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const columns = isScheduled
    ? [time, { ...recipients, width: '24%' }, subject, template, actions]
    : [state, recipients, subject, template, when];
  const all: Column<MessageSummary> = {
    head: 'Messages',
    cell: (message) => (
      <Stack gap={4}>
        {columns.map(({ head, cell }) => (
          <div key={head}>{cell(message)}</div>
        ))}
      </Stack>
    ),
  };
  return (
    <DataTable
      layout="fixed"
      verticalSpacing="xs"
      className="message-table"
      rows={rows}
      keyOf={({ id }) => id}
      isLinked
      columns={isNarrow ? [all] : columns}
    />
  );
}

const state: Column<MessageSummary> = {
  head: 'State',
  width: 140,
  cell: (message) => <MessageStateBadge state={message.state} />,
};

const recipients: Column<MessageSummary> = {
  head: 'To',
  width: '27%',
  cell: ({ to }) => <Recipients to={to} />,
};

const subject: Column<MessageSummary> = {
  head: 'Subject',
  cell: (message) => <MessageTitle message={message} />,
};

const template: Column<MessageSummary> = {
  head: 'Template',
  width: '17%',
  cell: ({ templateId }) => (
    <Text size="sm" c="dimmed" ff="monospace" truncate>
      {templateId}
    </Text>
  ),
};

const when: Column<MessageSummary> = {
  head: 'When',
  width: 136,
  cell: (message) => <When at={momentOf(message)} />,
};

const time: Column<MessageSummary> = {
  head: 'Time',
  width: 148,
  cell: (message) => {
    const at = message.sendAt ?? message.createdAt;
    return (
      <>
        <Text size="sm" className="number" title={timeWithZone(at)}>
          {shortMoment(at)}
        </Text>
        {message.state === 'SCHEDULED' && <When at={momentOf(message)} size="sm" c="dimmed" />}
      </>
    );
  },
};

const actions: Column<MessageSummary> = {
  head: 'Actions',
  isHeadHidden: true,
  width: 196,
  cell: (message) =>
    message.state === 'SCHEDULED' ? (
      <ScheduledActions message={message} />
    ) : (
      <MessageStateBadge state={message.state} />
    ),
};
