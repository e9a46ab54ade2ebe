import { Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ForgottenPerson } from '../../../../functions/manage/contracts/people.ts';
import { useForgetPerson } from '../../api/people.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';

interface ForgetPersonProps {
  address: string;
  onClose: () => void;
  onForgotten: (forgotten: ForgottenPerson) => void;
}

export default function ForgetPerson({ address, onClose, onForgotten }: ForgetPersonProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [suppress, setSuppress] = useState(false);
  const forget = useForgetPerson();
  const submit = () => {
    if (typed.trim().toLowerCase() !== address) return setError(`Type ${address}`);
    const onSuccess = (forgotten: ForgottenPerson) => {
      onForgotten(forgotten);
      onClose();
    };
    forget.mutate({ address, suppress }, { onSuccess });
  };
  return (
    <Dialog opened onClose={onClose} title={`Forget ${address}`}>
      <DialogForm
        request={forget}
        fields={[]}
        what="The person is not forgotten yet: forget them again to continue"
        verb="Forget"
        color="red"
        onSubmit={submit}
        onCancel={onClose}
      >
        <Text size="sm">
          Records lose the address and the subject, and kept mails are deleted. Scheduled mails are
          cancelled, also for the other people they are to. It cannot be undone.
        </Text>
        <TextInput
          label="Type the address to continue"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(null);
          }}
          error={error}
          data-autofocus
        />
        <Checkbox
          label="Refuse mails to this person from now on"
          description="A suppressed person stays suppressed either way."
          checked={suppress}
          onChange={({ currentTarget }) => setSuppress(currentTarget.checked)}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {forget.isPending &&
            'It takes half a minute or more: mails that are being sent have to end first.'}
        </Text>
      </DialogForm>
    </Dialog>
  );
}
