import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { useMessage } from '../../api/messages.ts';
import { MessageStateBadge, Recipients } from '../../parts/message-state.tsx';
import { momentOf } from '../../parts/message-states.ts';
import { openRow } from '../../parts/open-row.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { shortMoment, timeWithZone } from '../../parts/time-words.ts';
import { When } from '../../parts/when.tsx';
import { SubjectCell, TemplateCell, tightTable } from './subject-cell.tsx';

/** The messages that wait for their time, with their buttons. One that was cancelled or sent meanwhile shows its state. */
export function ScheduledTable({ rows }: { rows: readonly MessageSummary[] }) {
  const isTight = useMediaQuery(tightTable, false, { getInitialValueInEffect: false });
  return (
    <Table highlightOnHover layout="fixed" verticalSpacing="xs" className="message-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={148}>Time</Table.Th>
          <Table.Th w="24%">To</Table.Th>
          <Table.Th>Subject</Table.Th>
          {!isTight && <Table.Th w="15%">Template</Table.Th>}
          <Table.Th w={196}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((message) => (
          <Table.Tr key={message.id} onClick={openRow}>
            <Table.Td>
              <Text
                size="sm"
                className="number"
                title={timeWithZone(message.sendAt ?? message.createdAt)}
              >
                {shortMoment(message.sendAt ?? message.createdAt)}
              </Text>
              {message.state === 'SCHEDULED' && (
                <When at={momentOf(message)} size="sm" c="dimmed" />
              )}
            </Table.Td>
            <Table.Td>
              <Recipients to={message.to} />
            </Table.Td>
            <SubjectCell message={message} isTight={isTight} />
            <TemplateCell message={message} isTight={isTight} />
            <Table.Td>
              {message.state === 'SCHEDULED' ? (
                <ScheduledActions message={message} />
              ) : (
                <StateSince message={message} />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The state of a message that is no longer scheduled, read again until it is settled. */
function StateSince({ message: { id, state } }: { message: MessageSummary }) {
  const { data } = useMessage(id);
  const now = data?.state ?? state;
  return <MessageStateBadge state={now === 'SCHEDULED' ? 'SENDING' : now} />;
}
