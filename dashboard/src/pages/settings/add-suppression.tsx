import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorAt } from '../../api/problem.ts';
import { useAddSuppression } from '../../api/sending.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

/** Adds an address to the suppression list by hand. */
export function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Suppress an address">
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [note, setNote] = useState('');
  const add = useAddSuppression();
  const atFields = { address: errorAt(add.error, '/address'), note: errorAt(add.error, '/note') };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const body = { address: address.trim(), note: note.trim() || null };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          No request sends mail to this address until somebody removes it from the list.
        </Text>
        <TextInput
          label="Address"
          type="email"
          autoComplete="off"
          required
          data-autofocus
          value={address}
          onChange={({ currentTarget: { value } }) => setAddress(value)}
          error={atFields.address}
        />
        <TextInput
          label="Note"
          description="Why the address is suppressed."
          autoComplete="off"
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
          error={atFields.note}
        />
        {add.error && !atFields.address && !atFields.note && (
          <ProblemAlert error={add.error} what="The address was not suppressed" />
        )}
        <DialogFoot onCancel={onClose} loading={add.isPending}>
          Suppress
        </DialogFoot>
      </Stack>
    </form>
  );
}
