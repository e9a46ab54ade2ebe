import type { TemplateRevision } from '../../../adapters/tables/revision-format.ts';
import type { DraftPointer } from '../../../adapters/tables/revision-origin.ts';
import { readRevision, type StoredHead } from '../../../adapters/tables/templates-table.ts';
import { ManageError } from '../../manage-error.ts';
import { headOrTombstoneOf, type TemplatePorts } from '../template-head.ts';

/** A template's draft, as it was saved: with the partials that were served then. */
export interface StoredDraft {
  /** The template's head; a tombstone for a template that is not served. */
  head: StoredHead;
  draft: DraftPointer;
  content: TemplateRevision;
}

/**
 * Reads the draft of a template. No caller is served it: this is for those who judge it.
 *
 * @throws {ManageError} `unknown` for an unknown template, and for one without a draft
 */
export async function readDraft(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<StoredDraft> {
  const head = await headOrTombstoneOf(ports, accountId, templateId);
  const { draft } = head;
  if (!draft) throw noDraft(templateId);
  const content = await readRevision(ports.templates, accountId, templateId, draft.revision);
  if (!content) throw new Error(`Draft ${draft.revision} of ${templateId} is missing`);
  return { head, draft, content };
}

export function noDraft(templateId: string): ManageError {
  return new ManageError(`${templateId} has no draft`, [], {
    code: 'unknown',
    hint: 'template push --draft saves one',
  });
}
