import { useRemoveSuppression } from '../api/sending.ts';
import { Confirm } from './confirm.tsx';

/** Asks the user before it removes `address` from the suppression list. If `address` is null, the dialog is closed. */
export function Unsuppress({ address, onClose }: { address: string | null; onClose: () => void }) {
  const remove = useRemoveSuppression();
  return (
    <Confirm
      opened={address !== null}
      onClose={onClose}
      title="Remove from the suppression list?"
      verb="Remove"
      onConfirm={(then) => address !== null && remove.mutate(address, then)}
      request={remove}
    >
      Requests will send mail to <strong>{address}</strong> again. Remove it only if you know that
      the address works and that its owner wants your mail. Another bounce or complaint puts it back
      on the list and harms your reputation with SES.
    </Confirm>
  );
}
