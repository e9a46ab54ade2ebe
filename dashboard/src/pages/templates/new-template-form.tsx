import { TextInput } from '@mantine/core';
import { type FocusEvent, type ReactNode, useState } from 'react';
import type { SavedTemplate } from '../../../../functions/manage/contracts/templates.ts';
import { codeOf, errorAt } from '../../api/problem.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { inCode } from '../../parts/json-field.tsx';
import { idFrom, idProblem } from './propose-id.ts';

export interface NameAndId {
  id: string;
  name: string;
}

interface Creation {
  mutate: (wanted: NameAndId, then: { onSuccess: (created: SavedTemplate) => void }) => void;
  variables: NameAndId | undefined;
  error: unknown;
  isPending: boolean;
}

interface NewTemplateFormProps {
  kind: 'template' | 'partial';
  name: string;
  /** Default: the id that the name suggests. */
  id?: string;
  focus: 'name' | 'id';
  children?: ReactNode;
  verb: string;
  creation: Creation;
  onCreated: (created: SavedTemplate) => void;
  onCancel: () => void;
}

export function NewTemplateForm({ creation, ...props }: NewTemplateFormProps) {
  const { kind, focus, children, verb, onCreated, onCancel } = props;
  const [name, setName] = useState<string>();
  const [ownId, setOwnId] = useState<string>();
  const wanted = { name: name ?? props.name, id: ownId ?? props.id ?? idFrom(name ?? props.name) };
  // A refusal concerns the submitted value, not what the user has typed since.
  const refusalOf = (field: 'id' | 'name') =>
    creation.variables?.[field] === wanted[field] ? creation.error : null;
  const isTaken = codeOf(creation.error) === 'taken';
  const taken = isTaken && refusalOf('id') ? 'This id is taken: choose another' : undefined;
  const chosen = { onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select() };
  return (
    <DialogForm
      request={{ isPending: creation.isPending, error: isTaken ? null : creation.error }}
      fields={['id', 'name']}
      what="The template was not created"
      verb={verb}
      onSubmit={() => {
        if (!idProblem(wanted.id)) creation.mutate(wanted, { onSuccess: onCreated });
      }}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        description="For people only."
        value={wanted.name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errorAt(refusalOf('name'), '/name')}
        data-autofocus={focus === 'name' || undefined}
        {...chosen}
      />
      <TextInput
        label="Id"
        description={`${kind === 'partial' ? 'Templates name it' : 'Requests name the template'} by its id. You cannot change the id later.`}
        styles={inCode}
        value={wanted.id}
        onChange={(event) => setOwnId(event.currentTarget.value)}
        error={taken ?? idProblem(wanted.id) ?? errorAt(refusalOf('id'), '/id')}
        data-autofocus={focus === 'id' || undefined}
        {...chosen}
      />
      {children}
    </DialogForm>
  );
}
