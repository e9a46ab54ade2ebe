import type { RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import { readRevision, type TemplateHead } from '../../adapters/tables/templates-table.ts';
import { writeRevision } from '../../adapters/tables/templates-table-writes.ts';
import { checkNote } from '../pause-note.ts';
import type { ManagePorts } from '../ports.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { changesBetween } from './template-source.ts';

/** The first number after the head's and the draft's, or the draft's if it has this content and is dropped. */
export async function nextNumber(
  { templates }: Pick<ManagePorts, 'templates'>,
  accountId: string,
  { seen, prepared, dropsDraft }: NextSave,
): Promise<number> {
  if (!seen?.draft) return (seen?.revision ?? 0) + 1;
  const { revision } = seen.draft;
  const first = Math.max(revision, seen.revision) + 1;
  // A number below the served revision's would be out of order in the history.
  if (revision < seen.revision) return first;
  const draft =
    dropsDraft && (await readRevision(templates, accountId, prepared.templateId, revision));
  const isPublished = draft && changesBetween(draft, prepared.revision).length === 0;
  return isPublished ? revision : first;
}

interface NextSave {
  seen: TemplateHead | null;
  prepared: PreparedTemplate;
  dropsDraft: boolean;
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
export function checkAuthor({ by, how, note = '' }: RevisionAuthor): RevisionAuthor {
  const trimmed = checkNote(note);
  return { by, how, ...(trimmed !== '' && { note: trimmed }) };
}
