import type { DraftPointer, RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import { readRevision, type TemplateHead } from '../../adapters/tables/templates-table.ts';
import { writeRevision } from '../../adapters/tables/templates-table-writes.ts';
import { checkNote } from '../pause-note.ts';
import type { ManagePorts } from '../ports.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { changesBetween } from './template-source.ts';

/** The first number after the head's and the draft's, or the draft's if that is free, or `isDraft`. */
export function nextNumber(seen: TemplateHead | null, isDraft: boolean): number {
  const { revision = 0, draft } = seen ?? {};
  if (!draft) return revision + 1;
  // A number below the served revision's would be out of order in the history.
  if (draft.revision > revision && (isDraft || draft.isApart)) return draft.revision;
  return Math.max(draft.revision, revision) + 1;
}

/** The draft that stays beside a saved revision. `isSameSource`: the template was saved because of a partial. */
export function draftBeside(
  seen: TemplateHead | null,
  revision: number,
  isSameSource: boolean,
): DraftPointer | undefined {
  const { draft } = seen ?? {};
  if (!draft) return undefined;
  const isTaken = draft.isApart && draft.revision <= revision;
  const from = isSameSource && draft.origin.from === seen?.revision && { from: revision };
  return {
    ...draft,
    ...(isTaken && { revision: revision + 1 }),
    origin: { ...draft.origin, ...from },
  };
}

/** Writes under the first free number from `first` on, or finds what an interrupted push wrote. */
export async function placeRevision(
  { templates, now }: Pick<ManagePorts, 'templates' | 'now'>,
  accountId: string,
  { templateId, content, revision: wanted }: PreparedTemplate,
  first: number,
): Promise<number> {
  const createdAt = now().toISOString();
  for (let revision = first; ; revision++) {
    const candidate = { templateId, revision, createdAt, content };
    if (await writeRevision(templates, accountId, candidate)) return revision;
    const taken = await readRevision(templates, accountId, templateId, revision);
    if (taken && changesBetween(taken, wanted).length === 0) return revision;
  }
}

/**
 * The author with a trimmed note; an empty one is none.
 *
 * @throws {ManageError} for a note that is too long, or not on one line
 */
export function checkAuthor({ note = '', ...author }: RevisionAuthor): RevisionAuthor {
  const trimmed = checkNote(note);
  return { ...author, ...(trimmed !== '' && { note: trimmed }) };
}
