import {
  type ListedRevision,
  listRevisions,
} from '../../../../shared/manage/templates/revisions.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';

/**
 * The revision of a template that was served at a time; null where none was: the template was not there
 * yet, or was deleted.
 *
 * @throws {ManageError} for an unknown template
 */
export async function servedAt(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  time: Date,
): Promise<ListedRevision | null> {
  const { items, deletedAt } = await listRevisions(ports, accountId, templateId);
  const isBefore = (iso: string | undefined) => iso !== undefined && Date.parse(iso) <= +time;
  const found = items.find(({ createdAt }) => isBefore(createdAt));
  if (!found || isBefore(found.deletedAt)) return null;
  return found === items[0] && isBefore(deletedAt) ? null : found;
}
