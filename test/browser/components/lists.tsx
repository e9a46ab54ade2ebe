import { Group, Paper, Stack, Table, Text } from '@mantine/core';
import { Copyable, Fact, Facts } from '../../../dashboard/src/parts/copy.tsx';
import { LoadMore } from '../../../dashboard/src/parts/loaded.tsx';
import {
  MessageStateBadge,
  MessageTitle,
  Recipients,
} from '../../../dashboard/src/parts/message-state.tsx';
import { Name } from '../../../dashboard/src/parts/name.tsx';
import { Section } from '../../../dashboard/src/parts/section.tsx';
import { Usage } from '../../../dashboard/src/parts/usage.tsx';
import { When } from '../../../dashboard/src/parts/when.tsx';
import { longNames, messages, more, usage } from './samples.ts';

/** Tables, rows, and names and values. */
export function Lists() {
  return (
    <>
      <Section title="A table">
        <Table highlightOnHover layout="fixed" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={148}>State</Table.Th>
              <Table.Th>To</Table.Th>
              <Table.Th>Subject</Table.Th>
              <Table.Th w={120}>When</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {messages.map((message) => (
              <Table.Tr key={message.id}>
                <Table.Td>
                  <MessageStateBadge state={message.state} />
                </Table.Td>
                <Table.Td>
                  <Recipients to={message.to} />
                </Table.Td>
                <Table.Td>
                  <MessageTitle message={message} />
                </Table.Td>
                <Table.Td>
                  <When at={message.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <LoadMore list={more}>3 messages so far</LoadMore>
      </Section>
      <Section title="Rows of long names">
        <Paper withBorder component="ul" className="bare-list rows">
          {longNames.map((name) => (
            <Group key={name} component="li" wrap="nowrap" justify="space-between">
              <Stack gap={0} miw={0}>
                <Text size="sm" fw={600}>
                  <Name>{name}</Name>
                </Text>
              </Stack>
              <Text size="sm" c="dimmed" flex="none">
                Revision 3
              </Text>
            </Group>
          ))}
        </Paper>
      </Section>
      <Section title="Names and values">
        <Facts>
          <Fact name="Message id">
            <Copyable text="msg_2x9kTqLmZpR4" what="message id" />
          </Fact>
          <Fact name="Template">receipt</Fact>
        </Facts>
        <Usage usage={usage} />
      </Section>
    </>
  );
}
