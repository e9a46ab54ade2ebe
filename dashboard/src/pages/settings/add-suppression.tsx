import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorAt } from '../../api/problem.ts';
import { useAddSuppression } from '../../api/suppressions.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

/** Puts an address onto the suppression list by hand. */
export function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Suppress an address">
      <Form onClose={onClose} />
    </Modal>
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
          No request sends to it any more, from now on and until somebody removes it here.
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
          description="Why, for whoever reads this list later."
          autoComplete="off"
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
          error={atFields.note}
        />
        {add.error && !atFields.address && !atFields.note && (
          <ProblemAlert error={add.error} what="The address was not suppressed" />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Suppress
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
