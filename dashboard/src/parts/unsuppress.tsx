import { useRemoveSuppressions } from '../api/sending.ts';
import { Confirm } from './confirm.tsx';

interface UnsuppressProps {
  /** Empty: the dialog is closed. */
  addresses: readonly string[];
  onClose: () => void;
}

export function Unsuppress({ addresses, onClose }: UnsuppressProps) {
  const remove = useRemoveSuppressions();
  const words = addresses.length === 1 ? addresses[0] : `${addresses.length} addresses`;
  return (
    <Confirm
      opened={addresses.length > 0}
      onClose={onClose}
      title={`Remove ${words} from the suppression list?`}
      verb="Remove"
      onConfirm={(then) => remove.mutate(addresses, then)}
      request={remove}
    >
      Requests will send mail to <strong>{words}</strong> again. Remove an address only if you know
      that it works and that its owner wants your mail. Each further bounce or complaint puts an
      address back on the list and harms your reputation with SES.
    </Confirm>
  );
}
