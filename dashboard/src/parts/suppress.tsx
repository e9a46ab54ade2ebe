import type { ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useAddSuppression, useRemoveSuppressions } from '../api/sending.ts';
import { Confirm } from './confirm.tsx';
import { IconMailOff } from './icons.tsx';
import { PlainButton } from './looks.tsx';

interface SuppressProps {
  /** Null: the dialog is closed. */
  address: string | null;
  onClose: () => void;
}

function Suppress({ address, onClose }: SuppressProps) {
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

interface SuppressButtonProps extends ButtonProps {
  address: string;
  suppressed: boolean;
}

export function SuppressButton({ address, suppressed, ...button }: SuppressButtonProps) {
  // The dialog that is open stays, although its action changes `suppressed`.
  const [question, setQuestion] = useState<'suppress' | 'remove' | null>(null);
  const close = () => setQuestion(null);
  return (
    <>
      <PlainButton
        icon={IconMailOff}
        onClick={() => setQuestion(suppressed ? 'remove' : 'suppress')}
        {...button}
      >
        {suppressed ? 'Remove suppression' : 'Suppress'}
      </PlainButton>
      <Suppress address={question === 'suppress' ? address : null} onClose={close} />
      <Unsuppress addresses={question === 'remove' ? [address] : []} onClose={close} />
    </>
  );
}
