import { Table } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { Section } from '../../parts/section.tsx';

/** The steps of the flow that led to the send, and how long each took. */
export function FlowTrace({ trace }: Pick<Message, 'trace'>) {
  if (trace.length === 0) return null;
  return (
    <Section title="Steps of the flow">
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th ta="end">Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {trace.map(({ node, type, outcome, ms }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
            <Table.Tr key={index}>
              <Table.Td>
                {type} {node !== null && <code className="copyable">{node}</code>}
              </Table.Td>
              <Table.Td>{outcome.replaceAll('_', ' ')}</Table.Td>
              <Table.Td ta="end" className="number">
                {ms.toFixed(1)} ms
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
