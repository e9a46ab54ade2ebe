import { SimpleGrid, TextInput } from '@mantine/core';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import type { DraftProblem } from './problems/problems.ts';
import type { PartHandles } from './problems/use-jump.ts';

export interface DraftFieldsProps {
  store: DraftStore;
  draft: Draft;
  problems: readonly DraftProblem[];
  handles: PartHandles;
}

/** What a template is called, and the subject of its mails. */
export function DraftFields({ store, draft, problems, handles }: DraftFieldsProps) {
  const write = (changes: Partial<Draft>) => store.dispatch({ kind: 'written', changes });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput
        ref={handles.name}
        label="Name"
        value={draft.name}
        onChange={(event) => write({ name: event.currentTarget.value })}
        error={errorOf(problems, 'name')}
      />
      <TextInput
        ref={handles.subject}
        label="Subject"
        placeholder="Taken from the variable “subject”"
        value={draft.subject}
        onChange={(event) => write({ subject: event.currentTarget.value })}
        error={errorOf(problems, 'subject')}
      />
    </SimpleGrid>
  );
}

function errorOf(problems: readonly DraftProblem[], wanted: 'name' | 'subject') {
  return problems.find(({ part, severity }) => part === wanted && severity === 'error')?.detail;
}
