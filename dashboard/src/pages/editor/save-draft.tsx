import { Alert, Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useSaveDraft } from '../../api/save-draft.ts';
import { parseData } from '../../draft/test-data.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { DraftWords } from '../../parts/draft-words.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

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

type SavingDraft = ReturnType<typeof useSavingDraft>;

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

/** Says that the template has a draft, and why the last one was not saved. */
export function DraftNotice({ template, drafting }: { template: Template; drafting: SavingDraft }) {
  const { id, draft } = template;
  return (
    <>
      {drafting.error && (
        <ProblemAlert error={drafting.error} what="The draft was not saved" retry={drafting.save} />
      )}
      {draft && (
        <Alert color="blue" title="This template has a draft" role="status">
          <DraftWords draft={draft} /> A save of the template drops it.{' '}
          <Anchor component={Link} to={`/templates/${id}/draft`} size="sm" underline="always">
            Look at the draft
          </Anchor>
        </Alert>
      )}
    </>
  );
}
