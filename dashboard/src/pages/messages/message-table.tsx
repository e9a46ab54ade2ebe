import { Table, Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { MessageLink, Recipients, TestMark } from '../../parts/message-parts.tsx';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { When } from '../../parts/when.tsx';

/** A line for each message. */
export function MessageTable({ rows }: { rows: readonly MessageSummary[] }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  /** A click anywhere in a row is meant for it, unless it ended a selection or hit the link itself. */
  const open = (target: EventTarget, id: string) => {
    if (target instanceof Element && target.closest('a')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(`/messages/${id}`, { state: { search } });
  };
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
              </span>
            </Table.Td>
            <Table.Td>
              <Text size="sm" ff="monospace" truncate>
                {message.templateId}
              </Text>
            </Table.Td>
            <Table.Td>
              <When at={message.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
