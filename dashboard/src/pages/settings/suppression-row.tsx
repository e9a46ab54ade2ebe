import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Suppression } from '../../../../functions/manage/contracts/suppressions.ts';
import { When } from '../../parts/when.tsx';

const reasons: Record<Suppression['reason'], { word: string; color: string }> = {
  bounce: { word: 'Bounced', color: 'red' },
  complaint: { word: 'Complained', color: 'red' },
  manual: { word: 'By hand', color: 'gray' },
};

interface SuppressionRowProps {
  suppression: Suppression;
  onRemove: () => void;
}

export function SuppressionRow({
  suppression: { address, reason, at, detail, messageId },
  onRemove,
}: SuppressionRowProps) {
  const { word, color } = reasons[reason];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm" className="copyable">
            {address}
          </Text>
          <Badge color={color}>{word}</Badge>
        </Group>
        <Group gap="xs" fz="sm" c="dimmed">
          <When at={at} span />
          {messageId && (
            <Anchor component={Link} to={`/messages/${messageId}`} size="sm">
              See the message
            </Anchor>
          )}
        </Group>
        {detail && (
          <Text size="sm" c="dimmed" className="copyable">
            {detail}
          </Text>
        )}
      </Stack>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${address}`}>
        Remove
      </Button>
    </Group>
  );
}
