import type { TemplateRevision } from '../../../adapters/tables/revision-format.ts';
import type { DraftPointer } from '../../../adapters/tables/revision-origin.ts';
import { readRevision, type StoredHead } from '../../../adapters/tables/templates-table.ts';
import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import type { SavePorts } from '../push-templates.ts';
import { headOrTombstoneOf, type TemplatePorts } from '../template-head.ts';

/** A stored draft of a template, joined with the partials that were served when it was saved. */
export interface StoredDraft {
  /** The template's head; a tombstone for a template that is not served. */
  head: StoredHead;
  draft: DraftPointer;
  content: TemplateRevision;
}

/**
 * Reads the stored draft of a template. `render` serves it only to test keys, and `execute` never does.
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

/** A draft that was dropped. */
export interface DroppedDraft {
  id: string;
  /** The draft's number, which no other revision gets. */
  draft: number;
}

/**
 * Drops the draft of a template; what is served stays as it is. With `expected`, the draft must still have this
 * number.
 *
 * @throws {ManageError} `unknown` for an unknown template, and for one without a draft; `stale` if someone else
 * changed it
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
