import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { errorAt } from '../api/problem.ts';
import { PlainButton } from './looks.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface DialogFormProps {
  children: ReactNode;
  request: { isPending: boolean; error: unknown };
  fields: readonly string[];
  /** "The webhook was not added". */
  what: string;
  verb: string;
  color?: string;
  /** Not called while the request is under way. */
  onSubmit: () => void;
  onCancel: () => void;
}

export function DialogForm(props: DialogFormProps) {
  const { children, request, fields, what, verb, onSubmit, onCancel, ...foot } = props;
  const { isPending, error } = request;
  const isAtField = fields.some((name) => errorAt(error, `/${name}`));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit();
      }}
    >
      <Stack>
        {children}
        {error != null && !isAtField && <ProblemAlert error={error} what={what} />}
        <DialogFoot onCancel={onCancel} loading={isPending} {...foot}>
          {verb}
        </DialogFoot>
      </Stack>
    </form>
  );
}

export function useFields<Values extends Record<string, string>>(first: Values, error: unknown) {
  const [values, setValues] = useState(first);
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const field = (name: keyof Values & string) => ({
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    error: errorAt(error, `/${name}`),
  });
  return { values, set, field };
}

interface DialogFootProps extends ButtonProps {
  cancel?: string | undefined;
  onCancel: () => void;
  /** Without it the button submits the form around it. */
  onClick?: () => void;
}

export function DialogFoot({ cancel = 'Cancel', onCancel, onClick, ...props }: DialogFootProps) {
  return (
    <Group justify="flex-end">
      <PlainButton onClick={onCancel}>{cancel}</PlainButton>
      <Button {...props} {...(onClick ? { onClick } : { type: 'submit' })} />
    </Group>
  );
}
