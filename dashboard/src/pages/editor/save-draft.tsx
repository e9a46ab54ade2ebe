import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { useSaveDraft } from '../../api/save-draft.ts';
import { parseData } from '../../draft/test-data.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';

/** Saves what the author wrote as the template's draft. */
export function useSavingDraft({ template, store, saving }: TemplateDraft) {
  const { id, draft } = template;
  const request = useSaveDraft(id);
  const navigate = useNavigate();
  const save = () => {
    const { draft: written, revision: from, saved } = store.settled();
    const data = parseData(written.testData);
    if (!data.ok) {
      const message = 'The draft was not saved: the test data is not valid JSON';
      notifications.show({ color: 'red', message });
      return;
    }
    const replaces = draft?.revision ?? null;
    request.mutate(
      { ...written, testData: data.data, from, replaces },
      {
        onSuccess: ({ revision }) => {
          saving.dismiss();
          store.dispatch({ kind: 'replaced', revision: from, content: saved });
          notifications.show({ message: `Saved as draft ${revision}` });
          void navigate(`/templates/${id}/draft`);
        },
      },
    );
  };
  return { save, isPending: request.isPending, error: request.error };
}

export type SavingDraft = ReturnType<typeof useSavingDraft>;

export function SaveDraftButton({
  drafting,
  work,
}: {
  drafting: SavingDraft;
  work: TemplateDraft;
}) {
  return (
    <Button
      variant="default"
      onClick={drafting.save}
      loading={drafting.isPending}
      disabled={!work.isChanged}
    >
      Save as draft
    </Button>
  );
}
