import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { StoredDraftWords } from '../../parts/stored-draft-words.tsx';
import type { SavingDraft } from './save-draft.tsx';

/** Says that the template has a stored draft, and why the last one was not saved. A chunk of its own. */
export default function StoredDraftNotice({
  template,
  drafting,
}: {
  template: Template;
  drafting: SavingDraft;
}) {
  const { id, draft } = template;
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
          template drops it, and a save as draft replaces it.{' '}
          <Anchor component={Link} to={`/templates/${id}/draft`} size="sm" underline="always">
            Look at the draft
          </Anchor>
        </Alert>
      )}
    </>
  );
}
