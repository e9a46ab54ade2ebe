import type { DraftSummary } from '../../../functions/manage/contracts/templates.ts';
import { When } from './when.tsx';

export function StoredDraftWords({ draft }: { draft: DraftSummary }) {
  const { from, by, createdAt, note } = draft;
  return (
    <>
      {from === null ? 'A draft of a new template' : `A draft of revision ${from}`} by {by}, saved{' '}
      <When at={createdAt} />.{note !== null && ` “${note}”`}
    </>
  );
}
