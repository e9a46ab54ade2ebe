import { useCreateApiKey } from '../../api/api-keys.ts';
import { SecretDialog, useSecret } from '../../parts/secret/secret-dialog.tsx';
import { NewKeyForm } from './new-key-form.tsx';

/** Creates a key, and shows its secret once. */
export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const create = useCreateApiKey(setSecret);
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <SecretDialog
      {...{ opened, secret, forget }}
      onClose={close}
      isPending={create.isPending}
      title="Create API key"
      secretTitle="Store your new API key now"
      form={(cancel) => (
        <NewKeyForm
          onCreate={create.mutate}
          isPending={create.isPending}
          error={create.error}
          onCancel={cancel}
        />
      )}
      place="where my code reads its secrets"
      reason="Store the key first, then tick this box. The key cannot be shown again."
    >
      This is the key <strong>{create.variables?.name ?? ''}</strong>. It is shown only this once,
      because postrider keeps only its hash.
    </SecretDialog>
  );
}
