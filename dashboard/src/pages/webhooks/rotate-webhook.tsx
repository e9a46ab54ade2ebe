import { Stack, Text } from '@mantine/core';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useRotateWebhook } from '../../api/webhooks.ts';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { SecretDialog, useSecret } from '../../parts/secret/secret-dialog.tsx';
import { ExactTime } from '../../parts/when.tsx';
import { secretPlace, secretReason } from './webhook-secret-words.ts';

/** Gives a webhook a new secret, and shows it once. Null: the dialog is closed. */
export function RotateWebhook({
  webhook,
  onClose,
}: {
  webhook: Webhook | null;
  onClose: () => void;
}) {
  const { secret, setSecret, forget } = useSecret();
  const rotate = useRotateWebhook(setSecret);
  const close = () => {
    rotate.reset();
    onClose();
  };
  return (
    <SecretDialog
      {...{ secret, forget }}
      opened={webhook !== null}
      onClose={close}
      isPending={rotate.isPending}
      title="Rotate the secret of this webhook?"
      secretTitle="Store the new secret now"
      form={(cancel) => (
        <Stack>
          <Text>
            <strong className="copyable">{webhook?.url}</strong> gets a new secret. For 24 hours
            each event has two signatures, one of the old secret and one of the new one, so that you
            can give your receiver the new one without a gap.
          </Text>
          {rotate.error && <ProblemAlert error={rotate.error} what="The secret was not rotated" />}
          <DialogFoot
            onCancel={cancel}
            onClick={() => webhook && rotate.mutate(webhook.id)}
            loading={rotate.isPending}
            data-autofocus
          >
            Rotate
          </DialogFoot>
        </Stack>
      )}
      place={secretPlace}
      reason={secretReason}
      more={
        rotate.data && (
          <Text size="sm">
            The old secret signs as well until <ExactTime at={rotate.data} span />.
          </Text>
        )
      }
    >
      This is the new secret of <strong className="copyable">{webhook?.url}</strong>. It is shown
      only this once.
    </SecretDialog>
  );
}
