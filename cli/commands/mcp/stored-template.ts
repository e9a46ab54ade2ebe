import type { TemplateRevision } from '../../../shared/adapters/tables/revision-format.ts';
import { readRevision, type StoredHead } from '../../../shared/adapters/tables/templates-table.ts';
import { readDraft } from '../../../shared/manage/templates/drafts/stored-draft.ts';
import { headOf } from '../../../shared/manage/templates/template-head.ts';
import type { Place } from './tool.ts';

/** A template as it is served, or its draft. */
export interface StoredTemplate {
  head: StoredHead;
  /** The number of the revision, or of the draft. */
  revision: number;
  content: TemplateRevision;
}

/** @throws {ManageError} for an unknown template, and for one without a draft if `draft` is true */
export async function storedTemplate(
  { ports, accountId }: Pick<Place, 'ports' | 'accountId'>,
  id: string,
  draft: boolean,
): Promise<StoredTemplate> {
  if (draft) {
    const found = await readDraft(ports, accountId, id);
    return { head: found.head, revision: found.draft.revision, content: found.content };
  }
  const head = await headOf(ports, accountId, id);
  const content = await readRevision(ports.templates, accountId, id, head.revision);
  if (!content) throw new Error(`Revision ${head.revision} of ${id} is missing from the table`);
  return { head, revision: head.revision, content };
}
