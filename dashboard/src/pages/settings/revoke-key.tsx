import { notifications } from '@mantine/notifications';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useRevokeApiKey } from '../../api/api-keys.ts';
import { Confirm } from '../../parts/confirm.tsx';

/** Asks before a key stops. Null: nobody wants that now. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeApiKey();
  const close = () => {
    revoke.reset();
    onClose();
  };
  const confirm = () => {
    if (!apiKey) return;
    revoke.mutate(apiKey.keyId, {
      onSuccess: () => {
        close();
        notifications.show({ message: `The key “${apiKey.name}” is revoked.` });
      },
    });
  };
  return (
    <Confirm
      opened={apiKey !== null}
      onClose={close}
      title="Revoke this API key?"
      verb="Revoke"
      onConfirm={confirm}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <strong>{apiKey?.name}</strong> ({apiKey?.hint}) stops working at once: the very next request
      with it is refused with 401. This cannot be undone.
    </Confirm>
  );
}
