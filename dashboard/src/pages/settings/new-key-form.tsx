import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorAt, ServiceProblem, Unreachable } from '../../api/problem.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

export interface NewKeyFormProps {
  onCreate: (name: string) => void;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
}

export function NewKeyForm({ onCreate, isPending, error, onCancel }: NewKeyFormProps) {
  const [name, setName] = useState('');
  const nameError = errorAt(error, '/name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onCreate(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="What uses it and where, so that you know later which one to revoke."
          placeholder="production"
          required
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          error={nameError}
        />
        {error != null && !nameError && (
          <ProblemAlert
            error={error}
            what={
              isUncertain(error)
                ? 'No key has arrived. If the list shows an active one of this name now, revoke it: its secret is lost'
                : 'The key was not created'
            }
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whether the key may be there although no secret came: its answer was lost somewhere on the way. */
function isUncertain(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof ServiceProblem && error.status >= 500;
}
