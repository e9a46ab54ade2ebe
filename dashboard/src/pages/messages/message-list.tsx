import { Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type MessageSummary,
  searchedMessages,
} from '../../../../functions/manage/contracts/messages.ts';
import { useMessage, type useMessages } from '../../api/messages.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty, LoadMore } from '../../parts/loaded.tsx';
import {
  MessageLink,
  MessageMarks,
  MessageStateBadge,
  MessageTitle,
  Recipients,
} from '../../parts/message-state.tsx';
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
  const isNarrow = useMediaQuery('(max-width: 62em)');
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
      {isNarrow ? (
        <MessageCards rows={rows} />
      ) : (
        <MessageTable rows={rows} isScheduled={isScheduled} />
      )}
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

/** The columns of all messages, or of scheduled messages, which have buttons. */
function MessageTable({ rows, isScheduled }: { rows: Rows; isScheduled: boolean }) {
  // Without room for a column of templates, their ids stand below the subjects.
  const isTight = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false });
  const subject: Column<MessageSummary> = {
    head: 'Subject',
    cell: (message) => (
      <>
        <MessageTitle message={message} />
        {isTight && template.cell(message)}
      </>
    ),
  };
  const templates = isTight ? [] : [template];
  return (
    <DataTable
      layout="fixed"
      verticalSpacing="xs"
      className="message-table"
      rows={rows}
      keyOf={({ id }) => id}
      isLinked
      columns={
        isScheduled
          ? [time, { ...recipients, width: '24%' }, subject, ...templates, actions]
          : [state, recipients, subject, ...templates, when]
      }
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
      <StateSince message={message} />
    ),
};

/** The state of a message that is no longer scheduled. It is read again until it no longer changes. */
function StateSince({ message: { id, state } }: { message: MessageSummary }) {
  const { data } = useMessage(id);
  const now = data?.state ?? state;
  return <MessageStateBadge state={now === 'SCHEDULED' ? 'SENDING' : now} />;
}

/** The same as the table, for narrow pages. */
function MessageCards({ rows }: { rows: Rows }) {
  return (
    <Stack component="ul" gap="xs" className="bare-list">
      {rows.map((message) => (
        <Paper key={message.id} component="li" withBorder p="sm" className="message-card">
          <Group justify="space-between" wrap="nowrap" gap="xs" mb={6}>
            <Group gap={6}>
              <MessageStateBadge state={message.state} />
              <MessageMarks message={message} />
            </Group>
            <When at={momentOf(message)} size="sm" c="dimmed" />
          </Group>
          <MessageLink message={message} />
          <Recipients to={message.to} />
          <Text size="sm" c="dimmed" ff="monospace" truncate>
            {message.templateId}
          </Text>
          <div className="message-card-actions">
            <ScheduledActions message={message} />
          </div>
        </Paper>
      ))}
    </Stack>
  );
}
