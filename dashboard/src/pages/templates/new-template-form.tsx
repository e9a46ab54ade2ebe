import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import type { SavedTemplate } from '../../../../functions/manage/contracts/templates.ts';
import { errorAt, ServiceProblem } from '../../api/problem.ts';
import { useIdsFrom } from '../../api/templates.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { freeId, idFrom, idProblem } from './propose-id.ts';

/** What the user chooses for a new template. */
export interface NameAndId {
  id: string;
  name: string;
}

/** A request that creates a template. */
interface Creation {
  mutate: (wanted: NameAndId, then: { onSuccess: (created: SavedTemplate) => void }) => void;
  /** The last request. */
  variables: NameAndId | undefined;
  error: unknown;
  isPending: boolean;
}

interface NewTemplateFormProps {
  kind: 'template' | 'partial';
  /** The name that the form proposes. */
  name: string;
  /** The id that the form proposes unless it is taken. Default: the id that the name suggests. */
  id?: string;
  /** Which field has the focus at first. */
  focus: 'name' | 'id';
  /** Further fields of the form. */
  children?: ReactNode;
  verb: string;
  creation: Creation;
  onCreated: (created: SavedTemplate) => void;
  onCancel: () => void;
}

/** The name and the id of a new template; both are filled in. */
export function NewTemplateForm({ creation, ...props }: NewTemplateFormProps) {
  const { kind, focus, children, verb, onCreated, onCancel } = props;
  const [ownName, setName] = useState<string | null>(null);
  const [ownId, setOwnId] = useState<string | null>(null);
  const name = ownName ?? props.name;
  const proposed = useFreeId(props.id ?? idFrom(name));
  const id = ownId ?? proposed.id;

  const isWaiting = ownId === null && proposed.isPending;
  const [isSubmitted, setSubmitted] = useState(false);
  // Enter may come before the free id is known.
  useEffect(() => {
    if (!isSubmitted || isWaiting) return;
    setSubmitted(false);
    if (!creation.isPending && !idProblem(id))
      creation.mutate({ id, name }, { onSuccess: onCreated });
  });
  // A refusal concerns the submitted value, not what the user has typed since.
  const refusalOf = (field: 'id' | 'name', value: string) =>
    creation.variables?.[field] === value ? creation.error : null;
  const errors = {
    id: idError(id, refusalOf('id', id)),
    name: errorAt(refusalOf('name', name), '/name'),
  };
  const chosen = { onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.target.select() };
  return (
    <DialogForm
      request={{
        isPending: creation.isPending || isSubmitted,
        error: isTaken(creation.error) ? null : creation.error,
      }}
      fields={['id', 'name']}
      what="The template was not created"
      verb={verb}
      onSubmit={() => setSubmitted(true)}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        description="For people only."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.name}
        data-autofocus={focus === 'name' || undefined}
        {...chosen}
      />
      <TextInput
        label="Id"
        description={
          kind === 'partial'
            ? 'Templates name it by its id. You cannot change the id later.'
            : 'Requests name the template by its id. You cannot change the id later.'
        }
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={id}
        onChange={(event) => setOwnId(event.currentTarget.value)}
        error={errors.id}
        data-autofocus={focus === 'id' || undefined}
        {...chosen}
      />
      {children}
    </DialogForm>
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof ServiceProblem && error.code === 'taken';
}

function idError(id: string, error: unknown): string | undefined {
  if (isTaken(error)) return 'This id is taken: choose another';
  return idProblem(id) ?? errorAt(error, '/id');
}

/** The pause in typing a name before similar ids are read, in milliseconds. */
const restMs = 200;

/** This id, with a number if it is taken; until the taken ids are read, the id itself. */
function useFreeId(id: string): { id: string; isPending: boolean } {
  const [rested] = useDebouncedValue(id, restMs);
  const { data: taken = [], isFetching } = useIdsFrom(rested);
  return { id: freeId(id, taken), isPending: isFetching || rested !== id };
}
