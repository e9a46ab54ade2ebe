import type { RevisionAuthor } from '../../../../shared/adapters/tables/revision-origin.ts';
import type { TemplateHead } from '../../../../shared/adapters/tables/templates-table.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { PushedTemplate, SavedTemplate } from '../../../../shared/manage/templates/saves.ts';
import { timeAgo } from '../../../terminal/text.ts';

const mend =
  'template pull writes the changes into the folder; a push with --force saves the folder over them';

type NewerSave = Pick<SavedTemplate, 'prepared' | 'seen'> & {
  outcome: Pick<PushedTemplate, 'id' | 'changed'>;
};

/** Refuses to overwrite what others did since the pull. @throws {ManageError} `stale`, with who did it and when */
export function refuseNewer(
  saves: readonly NewerSave[],
  pulled: ReadonlyMap<string, number>,
  now: Date,
): void {
  const sentence = 'Nothing was saved: templates were changed after they were pulled';
  refuseChanged(saves, { sentence, hint: mend }, ({ prepared, seen, outcome }) => {
    // A dependent keeps the served content.
    if (prepared.isDependent || !outcome.changed || seen === null) return null;
    const what = whatHappened(seen, pulled.get(outcome.id));
    return what && `was ${what} ${timeAgo(new Date(seen.updatedAt), now)}`;
  });
}

/** Refuses the saves for which `changed` returns a sentence. @throws {ManageError} `stale` */
export function refuseChanged<Save extends { outcome: Pick<PushedTemplate, 'id'> }>(
  saves: readonly Save[],
  { sentence, hint }: { sentence: string; hint: string },
  changed: (save: Save) => string | null,
): void {
  const problems = saves.flatMap((save): ManageProblem[] => {
    const message = changed(save);
    const templateId = save.outcome.id;
    return message === null ? [] : [{ code: 'changed-meanwhile', templateId, message }];
  });
  if (problems.length > 0) throw new ManageError(sentence, problems, { code: 'stale', hint });
}

/** For a folder without a pull: refuses to replace a revision that no push made. @throws {ManageError} `stale` */
export function refuseUnpushed(saves: readonly NewerSave[], now: Date): void {
  const sentence = 'Nothing was saved: the push would undo changes that did not come from a push';
  refuseChanged(saves, { sentence, hint: mend }, ({ prepared, seen, outcome }) => {
    const { revision, deletedAt, origin, updatedAt } = seen ?? {};
    if (prepared.isDependent || !outcome.changed || !origin || !updatedAt || deletedAt) return null;
    if (isFromPush(origin)) return null;
    const when = timeAgo(new Date(updatedAt), now);
    return `has revision ${revision} by ${origin.by}, ${origin.how}, ${when}`;
  });
}

/** `demo` and `deploy` are the templates that a first start and a first deployment save. */
function isFromPush({ how }: RevisionAuthor): boolean {
  return ['push', 'demo', 'deploy'].includes(how) || how.startsWith('partial ');
}

/** What another person did to a template since revision `from` was pulled; null if nothing. */
function whatHappened(
  { revision, deletedAt, origin }: TemplateHead,
  from: number | undefined,
): string | null {
  // A new template that only has a draft: nothing is served.
  if (revision === 0) return null;
  const by = origin ? ` by ${origin.by}` : '';
  if (deletedAt !== undefined) return from === undefined ? null : `deleted since${by},`;
  if (from !== undefined && revision <= from) return null;
  const how = origin ? `, ${origin.how}` : '';
  return `${from === undefined ? 'created' : 'changed'} since: revision ${revision}${by}${how},`;
}
