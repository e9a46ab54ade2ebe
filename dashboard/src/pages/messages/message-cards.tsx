import { Group, Paper, Stack, Text } from '@mantine/core';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { MessageLink, Recipients, TestMark } from '../../parts/message-parts.tsx';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { When } from '../../parts/when.tsx';

/** The same as the table, where it has no room. */
export function MessageCards({ rows }: { rows: readonly MessageSummary[] }) {
  return (
    <Stack component="ul" gap="xs" className="bare-list">
      {rows.map((message) => (
        <Paper key={message.id} component="li" withBorder p="sm" className="message-card">
          <Group justify="space-between" wrap="nowrap" gap="xs" mb={6}>
            <Group gap={6}>
              <MessageStateBadge state={message.state} />
              <TestMark message={message} />
            </Group>
            <When at={message.createdAt} size="sm" c="dimmed" />
          </Group>
          <MessageLink message={message} />
          <Recipients to={message.to} />
          <Text size="sm" c="dimmed" ff="monospace" truncate>
            {message.templateId}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}
