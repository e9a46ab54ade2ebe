import { Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type MessageSummary,
  searchedMessages,
} from '../../../../functions/manage/contracts/messages.ts';
import type { useMessages } from '../../api/messages.ts';
import { Empty, LoadMore } from '../../parts/loaded.tsx';
import {
  FilesMark,
  LanguageMark,
  MessageLink,
  MessageStateBadge,
  Recipients,
  TestMark,
} from '../../parts/message-state.tsx';
import { momentOf } from '../../parts/message-states.ts';
import { openRow } from '../../parts/open-row.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { When } from '../../parts/when.tsx';
import { type Filters, isSearch } from './filters.ts';
import { NoMessages } from './no-messages.tsx';
import { ScheduledTable } from './scheduled-table.tsx';
import { SubjectCell, TemplateCell, tightTable } from './subject-cell.tsx';

interface MessageListProps {
  rows: readonly MessageSummary[];
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
  const WideTable = isScheduled ? ScheduledTable : MessageTable;
  const isSearched = isSearch(filters);
  return (
    <>
      {isNarrow ? <MessageCards rows={rows} /> : <WideTable rows={rows} />}
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

/** A row for each message. */
function MessageTable({ rows }: { rows: readonly MessageSummary[] }) {
  const isTight = useMediaQuery(tightTable, false, { getInitialValueInEffect: false });
  return (
    <Table highlightOnHover layout="fixed" verticalSpacing="xs" className="message-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={140}>State</Table.Th>
          <Table.Th w="27%">To</Table.Th>
          <Table.Th>Subject</Table.Th>
          {!isTight && <Table.Th w="17%">Template</Table.Th>}
          <Table.Th w={136}>When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((message) => (
          <Table.Tr key={message.id} onClick={openRow}>
            <Table.Td>
              <MessageStateBadge state={message.state} />
            </Table.Td>
            <Table.Td>
              <Recipients to={message.to} />
            </Table.Td>
            <SubjectCell message={message} isTight={isTight} />
            <TemplateCell message={message} isTight={isTight} />
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
              <LanguageMark message={message} />
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
