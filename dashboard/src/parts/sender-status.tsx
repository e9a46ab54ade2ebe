import { Badge } from '@mantine/core';
import { IconCheck, IconClock, IconHelp, IconX } from '@tabler/icons-react';
import type { Sender } from '../../../functions/manage/contracts/sending.ts';

const looks = {
  verified: { word: 'Verified', color: 'teal', icon: IconCheck },
  pending: { word: 'Pending', color: 'yellow', icon: IconClock },
  failed: { word: 'Failed', color: 'red', icon: IconX },
  unknown: { word: 'Unknown', color: 'gray', icon: IconHelp },
} as const satisfies Record<Sender['status'], object>;

/** Whether SES lets an identity send. */
export function SenderStatus({ status }: Pick<Sender, 'status'>) {
  const { word, color, icon: Icon } = looks[status];
  return (
    <Badge color={color} size="lg" leftSection={<Icon size={14} stroke={2} aria-hidden />}>
      {word}
    </Badge>
  );
}
