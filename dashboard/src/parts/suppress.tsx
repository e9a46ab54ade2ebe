import { useAddSuppression } from '../api/sending.ts';
import { Confirm } from './confirm.tsx';

interface SuppressProps {
  /** Null: the dialog is closed. */
  address: string | null;
  onClose: () => void;
}

export function Suppress({ address, onClose }: SuppressProps) {
  const add = useAddSuppression();
  return (
    <Confirm
      opened={address !== null}
      onClose={onClose}
      title={`Suppress ${address}?`}
      verb="Suppress"
      onConfirm={(then) => address !== null && add.mutate({ address, note: null }, then)}
      request={add}
    >
      This account then sends no more mail to <strong>{address}</strong>: each request for one is
      refused, until a person removes the address from the suppression list.
    </Confirm>
  );
}
