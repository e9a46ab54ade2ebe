import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { useSaveDraft } from '../../api/save-draft.ts';
import { differingParts } from '../../draft/draft.ts';
import { SaveButton } from '../../draft/save-button.tsx';
import { parseData } from '../../draft/test-data.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';

/** Saves what the author wrote as the stored draft of the template. What is written meanwhile stays unsaved. */
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
    const replaces = stored?.revision ?? null;
    const body = { ...written, testData: data.data, note, from, replaces };
    const answer = await mutateAsync(body).catch(() => null);
    // The page shows why: `error`.
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

interface SaveDraftButtonProps {
  drafting: SavingDraft;
  work: TemplateDraft;
}

export function SaveDraftButton({ drafting, work }: SaveDraftButtonProps) {
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
