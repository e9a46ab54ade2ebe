import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorAt, ServiceProblem } from '../../api/problem.ts';
import { useCreateTemplate, useIdsFrom } from '../../api/templates.ts';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { freeId, idFrom, idProblem } from './propose-id.ts';
import { starters } from './starters.ts';

/** Creates a template or a partial, and opens it. All fields are filled in. */
export function NewTemplateDialog({ onClose }: { onClose: () => void }) {
  const [ownName, setName] = useState<string | null>(null);
  const [ownId, setOwnId] = useState<string | null>(null);
  const [begin, setBegin] = useState<string>(starters[0].value);
  const starter = starters.find(({ value }) => value === begin) ?? starters[0];
  const name = ownName ?? starter.name;
  const proposed = useProposedId(name);
  const id = ownId ?? proposed.id;
  const creation = useCreateTemplate();
  const navigate = useNavigate();

  const create = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending || idProblem(id)) return;
    creation.mutate(
      { id, name, ...starter.content },
      { onSuccess: () => void navigate(`/templates/${id}`) },
    );
  };
  // A refusal concerns the submitted value, not what the user has typed since.
  const refusalOf = (field: 'id' | 'name', value: string) =>
    creation.variables?.[field] === value ? creation.error : null;
  const errors = {
    id: idError(id, refusalOf('id', id)),
    name: errorAt(refusalOf('name', name), '/name'),
  };
  return (
    <Modal opened onClose={onClose} title="New template">
      <form onSubmit={create} noValidate>
        <Stack>
          <TextInput
            label="Name"
            description="For people only."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            error={errors.name}
            data-autofocus
          />
          <TextInput
            label="Id"
            description={
              starter.content.kind === 'partial'
                ? 'Templates name it by its id. You cannot change the id later.'
                : 'Requests name the template by its id. You cannot change the id later.'
            }
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={id}
            onChange={(event) => setOwnId(event.currentTarget.value)}
            error={errors.id}
          />
          <Radio.Group label="Begin with" value={begin} onChange={setBegin}>
            <Stack gap="xs" mt={6}>
              {starters.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          {creation.error && !isAtField(creation.error) && (
            <ProblemAlert error={creation.error} what="The template was not created" />
          )}
          <DialogFoot
            onCancel={onClose}
            loading={creation.isPending || (ownId === null && proposed.isPending)}
          >
            Create
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}

/** Whether a field shows the error. */
function isAtField(error: unknown): boolean {
  return isTaken(error) || Boolean(errorAt(error, '/id') ?? errorAt(error, '/name'));
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

/** A free id for a name; until the taken ids are read, the id that the name suggests. */
function useProposedId(name: string): { id: string; isPending: boolean } {
  const id = idFrom(name);
  const [rested] = useDebouncedValue(id, restMs);
  const { data: taken = [], isFetching } = useIdsFrom(rested);
  return { id: freeId(id, taken), isPending: isFetching || rested !== id };
}
