import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import { doors } from '../../../shared/engine/doors.ts';
import { counted } from './counted.ts';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendarTime,
  IconCalendarX,
  IconCheck,
  IconClock,
  IconDoorEnter,
  IconFlag,
  IconHelp,
  IconLoader,
  IconPaperclip,
  IconSend,
  IconVirus,
  IconX,
} from './icons.tsx';
import { Quiet } from './looks.tsx';
import { type MessageState, stateWord, titleOf } from './message-states.ts';
import { Name } from './name.tsx';
import { StateMark, type Tone } from './state-mark.tsx';

const looks = {
  SCHEDULED: { color: 'violet', tone: 'info', icon: IconCalendarTime },
  CANCELLED: { color: 'gray', tone: 'quiet', icon: IconCalendarX },
  SENDING: { color: 'gray', tone: 'quiet', icon: IconLoader },
  SENT: { color: 'blue', tone: 'info', icon: IconSend },
  DELIVERED: { color: 'teal', tone: 'good', icon: IconCheck },
  DELAYED: { color: 'yellow', tone: 'warning', icon: IconClock },
  UNKNOWN: { color: 'yellow', tone: 'warning', icon: IconHelp },
  BOUNCED: { color: 'red', tone: 'bad', icon: IconArrowBackUp },
  COMPLAINED: { color: 'red', tone: 'bad', icon: IconFlag },
  REJECTED: { color: 'red', tone: 'bad', icon: IconVirus },
  FAILED: { color: 'red', tone: 'bad', icon: IconX },
  REFUSED: { color: 'orange', tone: 'refused', icon: IconBan },
} as const satisfies Record<MessageState, { color: string; tone: Tone; icon: typeof IconX }>;

export const colorOf = (state: MessageState): string => looks[state].color;

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { tone, icon } = looks[state];
  return (
    <StateMark tone={tone} icon={icon}>
      {stateWord(state)}
    </StateMark>
  );
}

/** What the page says of messages that the service has masked. */
export const maskedWords = 'Your role does not show recipients.';
export const Masked = () => <Quiet role="note">{maskedWords}</Quiet>;

/** A link to the message's page, which links back to the list with the current filters. */
export function MessageTitle({ message }: { message: MessageSummary }) {
  const { search } = useLocation();
  const { language, attachments = [], door } = message;
  return (
    <Group component="span" gap="xs" wrap="nowrap" miw={0}>
      <Anchor
        component={Link}
        to={`/messages/${message.id}`}
        state={{ search }}
        size="sm"
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
      {door && <DoorMark door={door} />}
    </Group>
  );
}

export function Recipients({ to: [first, ...more] }: { to: readonly string[] }) {
  return (
    <Text size="sm" fw={600} truncate title={[first, ...more].join(', ')}>
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

function DoorMark({ door }: { door: NonNullable<MessageSummary['door']> }) {
  const title = `Requested through ${doors[door]}`;
  return (
    <Text span c="dimmed" flex="none" lh={0} title={title}>
      <IconDoorEnter size={14} stroke={1.5} role="img" aria-label={title} />
    </Text>
  );
}

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
