import type { TemplateHead } from '../../adapters/tables/templates-table.ts';
import { writeHead } from '../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../manage-error.ts';
import type { SavePorts } from './push-templates.ts';
import { startedFrom } from './save-template.ts';
import { headOf, headOrTombstoneOf, served } from './template-head.ts';

/** A template that was deleted. */
export interface DeletedTemplate {
  id: string;
  /** Its last revision. A new template of this id continues from it, and a rollback restores it. */
  revision: number;
}

/**
 * Deletes a template: the API answers the next request for it with 404. Its head stays as a tombstone,
 * so that no revision number is used twice, and names who deleted it. With `from`, the template must still
 * have this revision. A template that was already deleted at this revision stays as it is, so that a retry
 * after a lost answer returns the same as the first call.
 *
 * @throws {ManageError} where it is `unknown`, or someone else changed it (`stale`)
 */
export async function deleteTemplate(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  from?: number,
  by?: string,
): Promise<DeletedTemplate> {
  const last = await headOrTombstoneOf(ports, accountId, templateId);
  if (last.deletedAt !== undefined && last.revision === from) return gone(last);
  const head = served(last);
  startedFrom(from ?? head.revision, accountId, templateId)(head);
  const now = ports.now().toISOString();
  const origin = by === undefined ? undefined : { by, how: 'delete' };
  const tombstone = { ...head, updatedAt: now, deletedAt: now, origin };
  if (await writeHead(ports.templates, accountId, tombstone, head)) {
    return gone(head);
  }
  const there = await headOf(ports, accountId, templateId);
  throw new ManageError(`Someone else changed ${templateId} at the same time`, [], {
    code: 'stale',
    revision: there.revision,
    hint: 'look at the new revision before you delete it',
  });
}

function gone({ templateId, revision }: TemplateHead): DeletedTemplate {
  return { id: templateId, revision };
}
