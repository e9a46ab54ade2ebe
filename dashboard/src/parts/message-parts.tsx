import { Anchor, Badge, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';

/** The way to a message. Its page leads back to the list as it is filtered now. */
export function MessageLink({ message: { id, subject } }: { message: MessageSummary }) {
  const { search } = useLocation();
  return (
    <Anchor
      component={Link}
      to={`/messages/${id}`}
      state={{ search }}
      size="sm"
      fw={600}
      className="message-link"
    >
      {subject || 'No subject'}
    </Anchor>
  );
}

/** The first of them, and how many more: a row has room for one. */
export function Recipients({ to: [first, ...more] }: { to: readonly string[] }) {
  return (
    <Text size="sm" truncate title={[first, ...more].join(', ')}>
      {first}
      {more.length > 0 && ` and ${more.length} more`}
    </Text>
  );
}

/** Marks what the dashboard itself sent. */
export function TestMark({ message: { keyId } }: { message: Pick<MessageSummary, 'keyId'> }) {
  if (keyId !== null) return null;
  return (
    <Badge variant="default" size="sm" style={{ flexShrink: 0 }}>
      Test
    </Badge>
  );
}
