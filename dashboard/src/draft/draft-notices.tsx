import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useCreateTemplate } from '../api/templates.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { changedAs, draftOf } from './draft.ts';
import { isRefusalStanding } from './draft-problems.ts';
import { TemplateDifference } from './template-difference.tsx';
import { parseData } from './test-data.ts';
import type { TemplateDraft } from './use-template-draft.ts';

export function DraftNotices(props: { work: TemplateDraft; shownElsewhere: readonly string[] }) {
  const { work, shownElsewhere } = props;
  const { state, saving, isKept } = work;
  const { draft } = state;
  const save = saving.state;
  return (
    <>
      <RestoredNotice {...work} />
      {!isKept && (
        <Alert color="yellow" title="A reload would lose your changes" role="status">
          This browser has no storage left for them. Save soon.
        </Alert>
      )}
      {save.kind === 'unreadable' && !parseData(draft.testData).ok && (
        <Alert color="red" title="The template was not saved" role="alert">
          The test data is not valid JSON. Correct it in the editor, then save.
        </Alert>
      )}
      {save.kind === 'refused' && isRefusalStanding(save.error, save.refused, draft) && (
        <ProblemAlert
          error={save.error}
          what="The template was not saved"
          retry={saving.retry}
          shownElsewhere={shownElsewhere}
        />
      )}
      {save.kind === 'deleted' && <DeletedAlert {...work} />}
      {save.kind === 'stale' && <StaleDialog theirs={save.theirs} {...work} />}
    </>
  );
}

function RestoredNotice(work: TemplateDraft) {
  const { store, state, template, begunWith, forgetBeginning, isChanged } = work;
  if (begunWith === null || !isChanged) return null;
  const isStored = begunWith === 'stored draft';
  const { revision } = template;
  const discard = () => {
    store.dispatch({ kind: 'replaced', revision, content: state.saved });
    forgetBeginning();
  };
  return (
    <Alert
      color="blue"
      title={isStored ? 'You are editing the draft' : 'Your unsaved changes are restored'}
      withCloseButton
      closeButtonLabel="Close"
      onClose={forgetBeginning}
      role="status"
    >
      <Group gap="md">
        <Text size="sm">{isStored ? storedWords : restoredWords(begunWith, revision)}</Text>
        <Button size="compact-sm" variant="default" onClick={discard}>
          Discard changes
        </Button>
      </Group>
    </Alert>
  );
}

const storedWords = '“Save as draft” replaces it. “Save” serves what you see from now on.';

function restoredWords(from: number, now: number): string {
  return from === now
    ? 'Your browser kept them when you left this page.'
    : `They are based on revision ${from}. Another author has saved revision ${now} since then. If you save, you see the difference first.`;
}

function DeletedAlert({ template, store, saving }: TemplateDraft) {
  const creation = useCreateTemplate();
  const create = () => {
    const { draft } = store.settled();
    const data = parseData(draft.testData);
    const { id, kind } = template;
    const body = { ...draft, id, kind, testData: data.ok ? data.data : {} };
    creation.mutate(body, {
      onSuccess: ({ revision }) => {
        store.dispatch({ kind: 'saved', revision, content: draft });
        saving.dismiss();
      },
    });
  };
  return (
    <Alert color="yellow" title="Another author deleted this template" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">What you wrote is still here: create the template again to keep it.</Text>
        {creation.error && (
          <ProblemAlert error={creation.error} what="The template was not created" retry={create} />
        )}
        <Button size="xs" variant="default" onClick={create} loading={creation.isPending}>
          Create again
        </Button>
      </Stack>
    </Alert>
  );
}

/** Opens if another author saved first: the author chooses the version to keep. */
function StaleDialog({ theirs, store, state, saving }: TemplateDraft & { theirs: Template }) {
  const { revision } = theirs;
  const before = useMemo(() => draftOf(theirs), [theirs]);
  const after = useMemo(() => changedAs(state, before), [before, state]);
  const takeTheirs = () => {
    store.dispatch({ kind: 'replaced', revision, content: before });
    saving.dismiss();
  };
  return (
    <Dialog
      opened
      onClose={saving.dismiss}
      title="Another author saved this template"
      size="min(1200px, 96vw)"
    >
      <Stack>
        <Text>
          Another author saved revision {revision} while you were writing. Below are the parts that
          you changed: saving yours replaces only these parts. Their revision stays in the list
          whatever you choose.
        </Text>
        <TemplateDifference
          before={before}
          after={after}
          names={{ before: `Theirs, revision ${revision}`, after: 'Yours' }}
          order={3}
        />
        <Group justify="flex-end" gap="sm" className="dialog-foot">
          <Button variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => void saving.saveOver(theirs)}>
            Keep mine: save over theirs
          </Button>
          <Button onClick={saving.dismiss} data-autofocus>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
