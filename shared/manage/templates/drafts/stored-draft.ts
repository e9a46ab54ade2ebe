import type { TemplateRevision } from '../../../adapters/tables/revision-format.ts';
import type { DraftPointer } from '../../../adapters/tables/revision-origin.ts';
import { readRevision, type StoredHead } from '../../../adapters/tables/templates-table.ts';
import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import type { SavePorts } from '../push-templates.ts';
import { headOrTombstoneOf, type TemplatePorts } from '../template-head.ts';

/** A stored draft, joined with the partials of its save. */
export interface StoredDraft {
  /** A tombstone if the template is not served. */
  head: StoredHead;
  draft: DraftPointer;
  content: TemplateRevision;
}

/**
 * Reads a stored draft. Only `render` with a test key serves it.
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

function noDraft(templateId: string): ManageError {
  return new ManageError(`${templateId} has no draft`, [], {
    code: 'unknown',
    hint: 'template push --draft saves one',
  });
}

export interface DroppedDraft {
  id: string;
  draft: number;
}

/**
 * Drops a draft; what is served stays. With `expected`, it must still have this number.
 *
 * @throws {ManageError} `unknown` like `readDraft`; `stale` if someone else changed it
 */
export async function dropDraft(
  ports: Pick<SavePorts, 'templates'>,
  accountId: string,
  templateId: string,
  expected?: number,
): Promise<DroppedDraft> {
  const seen = await headOrTombstoneOf(ports, accountId, templateId);
  const { draft } = seen;
  if (!draft) throw noDraft(templateId);
  const isExpected = expected === undefined || expected === draft.revision;
  const without = { ...seen, draft: undefined };
  if (isExpected && (await writeDraft(ports.templates, accountId, without, seen))) {
    return { id: templateId, draft: draft.revision };
  }
  throw new ManageError(`Someone else changed the draft of ${templateId}`, [], {
    code: 'stale',
    hint: 'look at it again before you drop it',
  });
}
