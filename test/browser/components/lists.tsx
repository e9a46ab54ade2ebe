import { Group, Paper, Stack, Text } from '@mantine/core';
import { Copyable, Facts } from '../../../dashboard/src/parts/copy.tsx';
import { type Column, DataTable } from '../../../dashboard/src/parts/data-table.tsx';
import { LoadMore } from '../../../dashboard/src/parts/loaded.tsx';
import {
  MessageStateBadge,
  MessageTitle,
  Recipients,
} from '../../../dashboard/src/parts/message-state.tsx';
import type { MessageState } from '../../../dashboard/src/parts/message-states.ts';
import { Name } from '../../../dashboard/src/parts/name.tsx';
import { Section } from '../../../dashboard/src/parts/section.tsx';
import { Usage } from '../../../dashboard/src/parts/usage.tsx';
import { When } from '../../../dashboard/src/parts/when.tsx';
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import { fault } from './feedback.tsx';

const long = (text: string) => text.repeat(Math.ceil(200 / text.length)).slice(0, 200);

/** Names of 200 characters: without a space, in Arabic, Chinese, Thai, with combining marks, and of emoji. */
export const longNames = [
  long('receipt_'),
  long('إيصال الشراء '),
  long('收据'),
  long('ใบเสร็จ'),
  long('Z͑ͫa̴l̵g̸o̷ '),
  long('📬✉️ '),
  'Receipt \u202eevil',
] as const;

const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const message = (id: string, state: MessageState, others: Partial<MessageSummary>) => ({
  ...{ id, state, templateId: 'receipt', revision: 3, to: ['ada@example.com'] },
  ...{ subject: 'Your receipt', keyId: 'key_1', error: null, sendAt: null, language: null },
  createdAt: ago(3 * minute),
  ...others,
});

export const messages: readonly MessageSummary[] = [
  message('1', 'DELIVERED', { attachments: [{ name: 'receipt.pdf', bytes: 1200 }] }),
  message('2', 'BOUNCED', {
    ...{ to: ['nobody@example.com', 'eve@example.com'], keyId: null },
    createdAt: ago(90 * minute),
  }),
  message('3', 'REFUSED', {
    ...{ to: [`${long('a-very-long-name-')}@example.com`], subject: longNames[1] },
    ...{ error: longNames[1], createdAt: ago(50 * 60 * minute) },
  }),
];

/** A list with more items to load. */
const more = {
  ...{ hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, error: null },
  fetchNextPage: () => Promise.reject(fault),
} as const;

const usage = [3, 8, 5, 0, 0, 12, 9, 14].map((requests, day) => ({
  date: `2026-05-0${day + 1}`,
  requests: requests * 100,
}));

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
