import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import { counted } from './counted.ts';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendarTime,
  IconCalendarX,
  IconCheck,
  IconClock,
  IconFlag,
  IconHelp,
  IconLoader,
  IconPaperclip,
  IconSend,
  IconVirus,
  IconX,
} from './icons.tsx';
import { type MessageState, stateWords, titleOf } from './message-states.ts';
import { Name } from './name.tsx';

const looks = {
  SCHEDULED: { color: 'violet', icon: IconCalendarTime },
  CANCELLED: { color: 'gray', icon: IconCalendarX },
  SENDING: { color: 'gray', icon: IconLoader },
  SENT: { color: 'blue', icon: IconSend },
  DELIVERED: { color: 'teal', icon: IconCheck },
  DELAYED: { color: 'yellow', icon: IconClock },
  UNKNOWN: { color: 'yellow', icon: IconHelp },
  BOUNCED: { color: 'red', icon: IconArrowBackUp },
  COMPLAINED: { color: 'red', icon: IconFlag },
  REJECTED: { color: 'red', icon: IconVirus },
  FAILED: { color: 'red', icon: IconX },
  REFUSED: { color: 'orange', icon: IconBan },
} as const satisfies Record<MessageState, { color: string; icon: typeof IconX }>;

export const colorOf = (state: MessageState): string => looks[state].color;

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { color, icon: Icon } = looks[state];
  return (
    <Badge color={color} size="lg" leftSection={<Icon size={14} stroke={2} aria-hidden />}>
      {stateWords[state]}
    </Badge>
  );
}

/** Links to the message, whose page links back to the list with the current filters. */
export function MessageTitle({ message }: { message: MessageSummary }) {
  const { search } = useLocation();
  const { language, attachments = [] } = message;
  return (
    <Group component="span" gap="xs" wrap="nowrap" miw={0}>
      <Anchor
        component={Link}
        to={`/messages/${message.id}`}
        state={{ search }}
        size="sm"
        fw={600}
        display="block"
        miw={0}
        c="inherit"
      >
        <Name>{titleOf(message)}</Name>
      </Anchor>
      <TestMark message={message} />
      {language !== null && (
        <Badge variant="default" size="sm" flex="none" title={`Language: ${language}`}>
          {language}
        </Badge>
      )}
      {attachments.length > 0 && <FilesMark files={attachments} />}
    </Group>
  );
}

export function Recipients({ to: [first, ...more] }: { to: readonly string[] }) {
  return (
    <Text size="sm" truncate title={[first, ...more].join(', ')}>
      <bdi>{first}</bdi>
      {more.length > 0 && ` and ${more.length} more`}
    </Text>
  );
}

export function TestMark({ message: { keyId, test } }: { message: MessageSummary }) {
  if (keyId !== null && test === undefined) return null;
  return (
    <Badge variant="default" size="sm" flex="none">
      {test === undefined ? 'Test' : testWords[test]}
    </Badge>
  );
}

const testWords = { key: 'Test key', captured: 'Captured' } as const;

function FilesMark({ files }: { files: NonNullable<MessageSummary['attachments']> }) {
  return (
    <Group
      component="span"
      gap="3xs"
      wrap="nowrap"
      flex="none"
      c="dimmed"
      fz="xs"
      title={files.map(({ name }) => name).join('\n')}
    >
      <IconPaperclip size={14} stroke={1.5} role="img" aria-label={counted(files.length, 'file')} />
      {files.length > 1 && <span aria-hidden>{files.length}</span>}
    </Group>
  );
}
