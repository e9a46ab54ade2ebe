import { useRemoveSuppression } from '../api/sending.ts';
import { Confirm } from './confirm.tsx';

/** Asks before an address is taken off the suppression list. Null: nobody wants that now. */
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
      Mail to <strong>{address}</strong> is sent again from the next request on. Do this only if you
      know that the address works and that its reader wants your mail: another bounce or complaint
      puts it back, and counts against your reputation with SES.
    </Confirm>
  );
}
