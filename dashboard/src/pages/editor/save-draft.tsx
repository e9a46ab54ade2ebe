import { Alert, Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from 'react-router';
import { draftTag, useSaveDraft } from '../../api/stored-draft.ts';
import { differingParts } from '../../draft/draft.ts';
import { SaveButton } from '../../draft/save-button.tsx';
import { parseData } from '../../draft/test-data.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { StoredDraftWords } from '../../parts/stored-draft-words.tsx';

/** Changes made during the save stay unsaved. */
export function useSavingDraft({ template, store, saving }: TemplateDraft) {
  const { id, draft: stored } = template;
  const { mutateAsync, variables, isPending, error } = useSaveDraft(id);
  const navigate = useNavigate();
  const save = async (note = ''): Promise<boolean> => {
    const { draft: written, revision: from, saved } = store.settled();
    const data = parseData(written.testData);
    if (!data.ok) {
      const message = 'The draft was not saved: the test data is not valid JSON';
      notifications.show({ color: 'red', message });
      return false;
    }
    const replaces = stored ? draftTag(stored) : null;
    const body = { ...written, testData: data.data, note, from, replaces };
    const answer = await mutateAsync(body).catch(() => null);
    if (answer === null) return false;
    saving.dismiss();
    notifications.show({ message: `Saved as draft ${answer.revision}` });
    if (differingParts(store.settled().draft, written).length > 0) return true;
    store.dispatch({ kind: 'replaced', revision: from, content: saved });
    void navigate(`/templates/${id}/draft`);
    return true;
  };
  return { save, retry: () => void save(variables?.note), isPending, error };
}

export type SavingDraft = ReturnType<typeof useSavingDraft>;

interface SavingDraftProps {
  drafting: SavingDraft;
  work: TemplateDraft;
}

export function SaveDraftButton({ drafting, work }: SavingDraftProps) {
  return (
    <SaveButton
      label="Save as draft"
      variant="default"
      save={drafting.save}
      isSaving={drafting.isPending}
      isChanged={work.isChanged}
    />
  );
}

export function StoredDraftNotice({ drafting, work }: SavingDraftProps) {
  const { id, draft } = work.template;
  return (
    <>
      {drafting.error && (
        <ProblemAlert
          error={drafting.error}
          what="The draft was not saved"
          retry={drafting.retry}
        />
      )}
      {draft && (
        <Alert color="blue" role="status" py="xs">
          <b>This template has a draft.</b> <StoredDraftWords draft={draft} /> A save of the
          template leaves it, and a save as draft replaces it.{' '}
          <Anchor component={Link} to={`/templates/${id}/draft`} size="sm" underline="always">
            Look at the draft
          </Anchor>
        </Alert>
      )}
    </>
  );
}
