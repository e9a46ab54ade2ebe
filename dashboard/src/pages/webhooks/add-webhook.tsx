import { useAddWebhook } from '../../api/webhooks.ts';
import { SecretDialog, useSecret } from '../../parts/secret/secret-dialog.tsx';
import { DeliveryAlert } from './delivery-alert.tsx';
import { NewWebhookForm } from './new-webhook-form.tsx';
import { secretPlace, secretReason } from './webhook-secret-words.ts';

/** Adds a webhook, shows its secret once, and what it answered to a first test event. */
export function AddWebhook({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const add = useAddWebhook(setSecret);
  const close = () => {
    add.reset();
    onClose();
  };
  return (
    <SecretDialog
      {...{ opened, secret, forget }}
      onClose={close}
      isPending={add.isPending}
      title="Add webhook"
      secretTitle="Store the secret of your webhook now"
      form={(cancel) => (
        <NewWebhookForm
          onAdd={add.mutate}
          isPending={add.isPending}
          error={add.error}
          onCancel={cancel}
        />
      )}
      place={secretPlace}
      reason={secretReason}
      more={add.data && <DeliveryAlert delivery={add.data} />}
    >
      Your receiver checks with this secret that an event comes from postrider. It is shown only
      this once.
    </SecretDialog>
  );
}
