import { notifications } from '@mantine/notifications';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useDeleteWebhook } from '../../api/webhooks.ts';
import { Confirm } from '../../parts/confirm.tsx';

/** Asks before a webhook is deleted. Null: the dialog is closed. */
export function DeleteWebhook({
  webhook,
  onClose,
}: {
  webhook: Webhook | null;
  onClose: () => void;
}) {
  const remove = useDeleteWebhook();
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () => {
    if (!webhook) return;
    remove.mutate(webhook.id, {
      onSuccess: () => {
        close();
        notifications.show({ message: `The webhook ${webhook.url} was deleted` });
      },
    });
  };
  return (
    <Confirm
      opened={webhook !== null}
      onClose={close}
      title="Delete this webhook?"
      verb="Delete"
      onConfirm={confirm}
      isPending={remove.isPending}
      error={remove.error}
    >
      <strong className="copyable">{webhook?.url}</strong> gets no more events, and its secret is
      gone. Events that wait for it are dropped. This cannot be undone.
    </Confirm>
  );
}
