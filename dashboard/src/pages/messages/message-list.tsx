import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import {
  type MessageSummary,
  searchedMessages,
} from '../../../../functions/manage/contracts/messages.ts';
import type { useMessages } from '../../api/messages.ts';
import { Empty, LoadMore } from '../../parts/loaded.tsx';
import {
  FilesMark,
  MessageLink,
  MessageStateBadge,
  Recipients,
  TestMark,
} from '../../parts/message-state.tsx';
import { momentOf } from '../../parts/message-states.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { When } from '../../parts/when.tsx';
import { type Filters, isFiltered, isSearch } from './filters.ts';
import { ScheduledTable } from './scheduled-table.tsx';
import { useOpenRow } from './use-open-row.ts';

interface MessageListProps {
  rows: readonly MessageSummary[];
  list: ReturnType<typeof useMessages>;
  /** How many pages were read. */
  pages: number;
  filters: Filters;
}

/** The rows, or why there are none, and a button to load older messages. */
export function MessageList({ rows, list, pages, filters }: MessageListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)');
  const isScheduled = filters.state === 'SCHEDULED';
  const searchMore = isScheduled ? 'Search later messages' : 'Search older messages';
  if (rows.length === 0 && list.hasNextPage) {
    const count = (pages * searchedMessages).toLocaleString();
    return (
      <Empty
        title={`No match among the ${isScheduled ? 'soonest' : 'newest'} ${count} messages`}
        action={<LoadMore list={list} label={searchMore} />}
      >
        Each search covers {searchedMessages.toLocaleString()} messages.
      </Empty>
    );
  }
  const WideTable = isScheduled ? ScheduledTable : MessageTable;
  if (rows.length === 0 && isScheduled && filters.to === '' && filters.since === '')
    return <NoneScheduled />;
  if (rows.length === 0) return isFiltered(filters) ? <NoneFound /> : <NoneYet />;
  return (
    <>
      {isNarrow ? <MessageCards rows={rows} /> : <WideTable rows={rows} />}
      <LoadMore list={list} label={isSearch(filters) ? searchMore : 'Load more'}>
        {countOf(rows.length, list.hasNextPage)}
      </LoadMore>
    </>
  );
}

function countOf(count: number, isMore: boolean): string {
  const messages = count === 1 ? 'message' : 'messages';
  return isMore ? `${count} ${messages} so far` : `${count} ${messages}`;
}

function NoneFound() {
  return (
    <Empty title="No matching messages">
      No stored message matches all filters. A request that was answered with a 4xx or a 5xx creates
      no message: the API’s answer said why.
    </Empty>
  );
}

function NoneScheduled() {
  return (
    <Empty title="No scheduled messages">
      A request with <code>_sendAt</code> is accepted for that time. Until then its message is
      listed here, and you can cancel it.
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
      This page shows the mails that flows send, with SES’s reports, and the requests that flows
      refuse. Open a template and send yourself a test mail to see one.
    </Empty>
  );
}

/** A row for each message. */
function MessageTable({ rows }: { rows: readonly MessageSummary[] }) {
  const open = useOpenRow();
  return (
    <Table highlightOnHover layout="fixed" verticalSpacing="sm" className="message-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={156}>State</Table.Th>
          <Table.Th w="27%">To</Table.Th>
          <Table.Th>Subject</Table.Th>
          <Table.Th w="17%">Template</Table.Th>
          <Table.Th w={150}>When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((message) => (
          <Table.Tr key={message.id} onClick={({ target }) => open(target, message.id)}>
            <Table.Td>
              <MessageStateBadge state={message.state} />
            </Table.Td>
            <Table.Td>
              <Recipients to={message.to} />
            </Table.Td>
            <Table.Td>
              <span className="one-line">
                <MessageLink message={message} />
                <TestMark message={message} />
                <FilesMark message={message} />
              </span>
            </Table.Td>
            <Table.Td>
              <Text size="sm" ff="monospace" truncate>
                {message.templateId}
              </Text>
            </Table.Td>
            <Table.Td>
              <When at={momentOf(message)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The same as the table, for narrow pages. */
function MessageCards({ rows }: { rows: readonly MessageSummary[] }) {
  return (
    <Stack component="ul" gap="xs" className="bare-list">
      {rows.map((message) => (
        <Paper key={message.id} component="li" withBorder p="sm" className="message-card">
          <Group justify="space-between" wrap="nowrap" gap="xs" mb={6}>
            <Group gap={6}>
              <MessageStateBadge state={message.state} />
              <TestMark message={message} />
              <FilesMark message={message} />
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
