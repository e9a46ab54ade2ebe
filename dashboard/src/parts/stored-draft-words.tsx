import type { DraftSummary } from '../../../functions/manage/contracts/templates.ts';
import { authorWords } from './author-words.ts';
import { When } from './when.tsx';

interface StoredDraftWordsProps {
  draft: DraftSummary;
  /** The served revision; 0 if none is served. */
  live: number;
}

/** "Draft by eva@example.com, saved 5 minutes ago, made from revision 3; live is revision 4." */
export function StoredDraftWords({ draft, live }: StoredDraftWordsProps) {
  const { from, by, createdAt, note } = draft;
  return (
    <>
      Draft by {authorWords(by)}, saved <When at={createdAt} />, {madeFrom(from, live)}.
      {note !== null && ` “${note}”`}
    </>
  );
}

/** Whether another revision is served than the draft was made from. */
export const isStale = ({ from }: Pick<DraftSummary, 'from'>, live: number): boolean =>
  (from ?? 0) !== live;

/** What a publish of a stale draft does. */
export const staleWords = ({ from }: Pick<DraftSummary, 'from'>, live: number): string =>
  `Revision ${live} was published after this draft was begun from revision ${from}: the draft replaces it.`;

function madeFrom(from: number | null, live: number): string {
  if (from === null) return 'of a template that was never published';
  if (from === live) return `made from revision ${from}, which is live`;
  return `made from revision ${from}; live is revision ${live}`;
}
