import { Badge } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconFlag,
  IconHelp,
  IconLoader,
  IconSend,
  IconVirus,
  IconX,
} from '@tabler/icons-react';
import type { MessageState } from './message-states.ts';
import { stateWords } from './message-states.ts';

const looks = {
  SENDING: { color: 'gray', icon: IconLoader },
  SENT: { color: 'blue', icon: IconSend },
  DELIVERED: { color: 'teal', icon: IconCheck },
  DELAYED: { color: 'yellow', icon: IconClock },
  UNKNOWN: { color: 'yellow', icon: IconHelp },
  BOUNCED: { color: 'red', icon: IconArrowBackUp },
  COMPLAINED: { color: 'red', icon: IconFlag },
  REJECTED: { color: 'red', icon: IconVirus },
  FAILED: { color: 'red', icon: IconX },
} as const satisfies Record<MessageState, { color: string; icon: typeof IconX }>;

/** Where a message, or one of its recipients, stands: a word, and a colour and a sign beside it. */
export function MessageStateBadge({ state }: { state: MessageState }) {
  const { color, icon: Icon } = looks[state];
  return (
    <Badge color={color} size="lg" leftSection={<Icon size={14} stroke={2} aria-hidden />}>
      {stateWords[state]}
    </Badge>
  );
}
