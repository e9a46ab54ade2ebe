import { Anchor, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Suppression } from '../../../../functions/manage/contracts/sending.ts';
import { When } from '../../parts/when.tsx';

const reasons: Record<Suppression['reason'], { word: string; color: string }> = {
  bounce: { word: 'Bounced', color: 'red' },
  complaint: { word: 'Complained', color: 'red' },
  manual: { word: 'Added by hand', color: 'gray' },
};

interface SuppressionRowProps {
  suppression: Suppression;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onRemove: () => void;
}

/** A suppressed address, why, and its box and button. */
export function SuppressionRow({
  suppression: { address, reason, at, detail, messageId },
  isChosen,
  onChoose,
  onRemove,
}: SuppressionRowProps) {
  const { word, color } = reasons[reason];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Checkbox
        size="sm"
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        aria-label={`Choose ${address}`}
      />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={600} size="sm" className="copyable">
            {address}
          </Text>
          <Badge color={color}>{word}</Badge>
        </Group>
        <Group gap="0 var(--mantine-spacing-xs)" fz="sm" c="dimmed">
          <When at={at} span />
          {messageId && (
            <Anchor component={Link} to={`/messages/${messageId}`} size="sm">
              Open the message
            </Anchor>
          )}
          {detail && <span className="copyable">{detail}</span>}
        </Group>
      </Stack>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${address}`}>
        Remove
      </Button>
    </Group>
  );
}
