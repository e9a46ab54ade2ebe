import type { TemplateHead } from '../../adapters/tables/templates-table.ts';
import { writeHead } from '../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../manage-error.ts';
import { recorded } from '../trail/recorded.ts';
import { startedFrom } from './save-template.ts';
import type { SavePorts } from './saves.ts';
import { headOf, headOrTombstoneOf, served, type TemplatePorts } from './template-head.ts';
import { templatesThatBranchTo, templatesThatTake } from './templates.ts';

export interface DeletedTemplate {
  id: string;
  /** Its last revision, from which a new template of this id continues. */
  revision: number;
}

/**
 * Deletes a template with its draft. Its head stays as a tombstone that names who deleted it, so that no revision
 * number is used twice. With `from`, it must still have this revision; if it was deleted at it, the answer is the same
 * again.
 *
 * @throws {ManageError} if it is `unknown`, someone else changed it (`stale`), or templates take it or branch to it (`used`)
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
  await refuseWhereUsed(ports, accountId, head);
  const now = ports.now().toISOString();
  const origin = by === undefined ? undefined : { by, how: 'delete' };
  const tombstone = { ...head, updatedAt: now, deletedAt: now, origin, draft: undefined };
  const change = recorded(ports, accountId, 'template.deleted', `template:${templateId}`, {
    revision: [head.revision, null],
  });
  if (await writeHead(ports.templates, accountId, tombstone, head, change)) {
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

/** How many templates the sentence names, before it counts. */
const maxNamed = 2;

async function refuseWhereUsed(
  ports: TemplatePorts,
  accountId: string,
  { templateId: id, kind }: TemplateHead,
): Promise<void> {
  const isPartial = kind === 'partial';
  const findUsers = isPartial ? templatesThatTake : templatesThatBranchTo;
  const users = (await findUsers(ports, accountId, id)).map(({ templateId }) => templateId);
  if (users.length === 0) return;
  const more = users.length > maxNamed ? [`${users.length - maxNamed} more`] : [];
  const named = [...users.slice(0, maxNamed), ...more];
  const last = named.pop();
  const list = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  const them = isPartial ? 'them' : 'their flows';
  throw new ManageError(`${id} is used by ${list}`, [], {
    code: 'used',
    hint: `take it out of ${them} and push them, then delete it`,
  });
}
