import { useRemoveSuppression } from '../api/sending.ts';
import { Confirm } from './confirm.tsx';

/** Asks the user before it removes `address` from the suppression list. If `address` is null, the dialog is closed. */
export function Unsuppress({ address, onClose }: { address: string | null; onClose: () => void }) {
  const remove = useRemoveSuppression();
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      opened={address !== null}
      onClose={close}
      title="Send to this address again?"
      verb="Remove from the list"
      onConfirm={() => address !== null && remove.mutate(address, { onSuccess: close })}
      isPending={remove.isPending}
      error={remove.error}
    >
      The next request sends mail to <strong>{address}</strong> again. Do this only if you know that
      the address works and that its reader wants your mail: another bounce or complaint suppresses
      it again, and counts against your reputation with SES.
    </Confirm>
  );
}
