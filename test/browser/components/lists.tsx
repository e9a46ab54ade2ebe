import { Group, Paper, Stack, Text } from '@mantine/core';
import { Copyable, Facts } from '../../../dashboard/src/parts/copy.tsx';
import { type Column, DataTable } from '../../../dashboard/src/parts/data-table.tsx';
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
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import { longNames, messages, more, usage } from './samples.ts';

const columns: Column<MessageSummary>[] = [
  { head: 'State', width: 148, cell: ({ state }) => <MessageStateBadge state={state} /> },
  { head: 'To', cell: ({ to }) => <Recipients to={to} /> },
  { head: 'Subject', cell: (message) => <MessageTitle message={message} /> },
  { head: 'When', width: 120, cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** Tables, rows, and names and values. */
export function Lists() {
  return (
    <>
      <Section title="A table">
        <DataTable
          layout="fixed"
          verticalSpacing="sm"
          isLinked
          rows={messages}
          keyOf={({ id }) => id}
          columns={columns}
        />
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
        <Facts
          of={{
            'Message id': <Copyable text="msg_2x9kTqLmZpR4" what="message id" />,
            Template: 'receipt',
          }}
        />
        <Usage usage={usage} />
      </Section>
    </>
  );
}
