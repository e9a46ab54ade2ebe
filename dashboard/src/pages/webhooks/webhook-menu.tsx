import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useChangeWebhook } from '../../api/webhooks.ts';
import { IconKey, IconPlayerPause, IconPlayerPlay, IconTrash } from '../../parts/icons.tsx';
import { MoreButton } from '../../parts/more-button.tsx';

export interface WebhookMenuProps {
  webhook: Webhook;
  onRotate: () => void;
  onDelete: () => void;
}

const pausedNotice = 'It was paused. Events may still reach it for 30 seconds.';

/** What else can be done with a webhook. */
export function WebhookMenu(props: WebhookMenuProps) {
  const { webhook, onRotate, onDelete } = props;
  const { id, url, state } = webhook;
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
    <Menu position="bottom-end">
      <Menu.Target>
        <MoreButton loading={change.isPending} aria-label={`More about ${url}`} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={onRotate}>
          Rotate the secret
        </Menu.Item>
        <Menu.Item
          leftSection={
            isActive ? (
              <IconPlayerPause size={16} aria-hidden />
            ) : (
              <IconPlayerPlay size={16} aria-hidden />
            )
          }
          onClick={toggle}
        >
          {isActive ? 'Pause' : 'Resume'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
