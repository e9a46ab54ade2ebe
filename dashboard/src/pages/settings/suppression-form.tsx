import { Text, TextInput } from '@mantine/core';
import { useAddSuppression } from '../../api/sending.ts';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';

export function SuppressionForm({ onClose }: { onClose: () => void }) {
  const add = useAddSuppression();
  const { values, field } = useFields({ address: '', note: '' }, add.error);
  const body = { address: values.address.trim(), note: values.note.trim() || null };
  return (
    <DialogForm
      request={add}
      fields={['address', 'note']}
      what="The address was not suppressed"
      verb="Suppress"
      onSubmit={() => add.mutate(body, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Text size="sm">
        No request sends mail to this address until a user removes it from the list.
      </Text>
      <TextInput
        label="Address"
        type="email"
        autoComplete="off"
        required
        data-autofocus
        {...field('address')}
      />
      <TextInput
        label="Note"
        description="Why the address is suppressed."
        autoComplete="off"
        {...field('note')}
      />
    </DialogForm>
  );
}
