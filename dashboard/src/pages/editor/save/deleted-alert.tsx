import { Alert, Button, Stack, Text } from '@mantine/core';
import { useCreateTemplate } from '../../../api/templates.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { parseData } from '../data/test-data.ts';
import type { DraftStore } from '../draft-store.ts';

export interface DeletedAlertProps {
  id: string;
  store: DraftStore;
  onCreated: () => void;
}

/** Somebody else deleted the template: it can be made anew from what stands here. */
export function DeletedAlert({ id, store, onCreated }: DeletedAlertProps) {
  const creation = useCreateTemplate();
  const create = () => {
    const { draft } = store.settled();
    const data = parseData(draft.testData);
    const body = { ...draft, id, testData: data.ok ? data.data : {} };
    creation.mutate(body, {
      onSuccess: ({ revision }) => {
        store.dispatch({ kind: 'saved', revision, content: draft });
        onCreated();
      },
    });
  };
  return (
    <Alert color="yellow" title="This template was deleted" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Somebody deleted it while you were writing. What you wrote still stands here.
        </Text>
        {creation.error && (
          <ProblemAlert error={creation.error} what="It was not created" retry={create} />
        )}
        <Button size="xs" variant="default" onClick={create} loading={creation.isPending}>
          Create it again
        </Button>
      </Stack>
    </Alert>
  );
}
