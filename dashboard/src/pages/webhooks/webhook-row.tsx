import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useChangeWebhook, useTestWebhook } from '../../api/webhooks.ts';
import {
  IconAlertTriangle,
  IconCheck,
  IconKey,
  IconPlayerPause,
  IconPlayerPlay,
} from '../../parts/icons.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { When } from '../../parts/when.tsx';
import { DeliveryAlert, WebhookTrouble } from './webhook-alerts.tsx';
import { WebhookFailures } from './webhook-failures.tsx';
import { eventWords, lookOf, type WebhookLook } from './webhook-words.ts';

/** `#ID` in the address leads to the row. */
export function WebhookRow({ webhook, onRotate, onDelete }: WebhookMenuProps) {
  const { id, url, createdAt } = webhook;
  const test = useTestWebhook();
  const look = lookOf(webhook);
  const { word, color, icon: Icon } = looks[look];
  const row = useRef<HTMLDivElement>(null);
  const isTarget = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (isTarget) row.current?.focus();
  }, [isTarget]);
  return (
    <Stack
      component="li"
      ref={row}
      tabIndex={-1}
      gap="xs"
      style={{ borderInlineStart: look === 'failing' ? '2px solid var(--bad)' : undefined }}
    >
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 20rem">
          <Group gap="xs">
            <Text fw={600} size="sm" className="copyable">
              {url}
            </Text>
            <Badge color={color} leftSection={<Icon size={12} stroke={2} aria-hidden />}>
              {word}
            </Badge>
            {webhook.test && <Badge color="yellow">Test keys</Badge>}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {eventWords(webhook)}. Added <When at={createdAt} span />.{' '}
            <Text span size="sm" ff="monospace" className="copyable">
              {id}
            </Text>
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            loading={test.isPending}
            onClick={() => test.mutate(id)}
            aria-label={`Send a test event to ${url}`}
          >
            Send a test event
          </Button>
          <WebhookMenu webhook={webhook} onRotate={onRotate} onDelete={onDelete} />
        </Group>
      </Group>
      <WebhookTrouble webhook={webhook} />
      {test.data && <DeliveryAlert delivery={test.data} onClose={test.reset} />}
      {test.error && <ProblemAlert error={test.error} what="The test event was not sent" />}
      <WebhookFailures webhook={webhook} isOpenAtFirst={isTarget} />
    </Stack>
  );
}

const looks = {
  active: { word: 'Active', color: 'teal', icon: IconCheck },
  failing: { word: 'Failing', color: 'red', icon: IconAlertTriangle },
  paused: { word: 'Paused', color: 'gray', icon: IconPlayerPause },
} as const satisfies Record<WebhookLook, object>;

interface WebhookMenuProps {
  webhook: Webhook;
  onRotate: () => void;
  onDelete: () => void;
}

const pausedNotice = 'It was paused. Events may still reach it for 30 seconds.';

function WebhookMenu({ webhook: { id, url, state }, onRotate, onDelete }: WebhookMenuProps) {
  const change = useChangeWebhook();
  const isActive = state === 'active';
  const toggle = () =>
    change.mutate(
      { id, state: isActive ? 'paused' : 'active' },
      {
        onSuccess: () =>
          notifications.show({ title: url, message: isActive ? pausedNotice : 'It was resumed.' }),
        onError: ({ message }) => notifications.show({ color: 'red', title: url, message }),
      },
    );
  return (
    <RowMenu
      label={`More about ${url}`}
      items={[
        { label: 'Rotate the secret', icon: IconKey, does: onRotate },
        isActive
          ? { label: 'Pause', icon: IconPlayerPause, does: toggle }
          : { label: 'Resume', icon: IconPlayerPlay, does: toggle },
      ]}
      onDelete={onDelete}
      isPending={change.isPending}
    />
  );
}
