import type { TemplateRevision } from '../../../adapters/tables/revision-format.ts';
import type { DraftPointer } from '../../../adapters/tables/revision-origin.ts';
import { readDraftContent, type StoredHead } from '../../../adapters/tables/templates-table.ts';
import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import { recorded } from '../../trail/recorded.ts';
import type { SavePorts } from '../saves.ts';
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
  // A draft that is saved again between the two reads has another content: then both are read again.
  for (let before = ''; ; ) {
    const head = await headOrTombstoneOf(ports, accountId, templateId);
    const { draft } = head;
    if (!draft) throw noDraft(templateId);
    const content = await readDraftContent(ports.templates, accountId, templateId, draft);
    if (content) return { head, draft, content };
    if (draft.createdAt === before) {
      throw new Error(`Draft ${draft.revision} of ${templateId} is missing`);
    }
    before = draft.createdAt;
  }
}

function noDraft(templateId: string): ManageError {
  return new ManageError(`${templateId} has no draft`, [], {
    code: 'unknown',
    hint: 'template push --draft saves one',
  });
}

/** Tells the saves of a draft apart: its time. */
export const draftTag = ({ createdAt }: Pick<DraftPointer, 'createdAt'>) => Date.parse(createdAt);

export interface DiscardedDraft {
  id: string;
  draft: number;
}

/**
 * Discards a draft; what is served stays. With `expected`, it must still have this tag.
 *
 * @throws {ManageError} `unknown` like `readDraft`; `stale` if someone else changed it
 */
export async function discardDraft(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  expected?: number,
): Promise<DiscardedDraft> {
  const seen = await headOrTombstoneOf(ports, accountId, templateId);
  const { draft } = seen;
  if (!draft) throw noDraft(templateId);
  const isExpected = expected === undefined || expected === draftTag(draft);
  const without = { ...seen, draft: undefined };
  const change = recorded(ports, accountId, 'draft.dropped', `template:${templateId}`, {
    draft: [draft.revision, null],
  });
  if (isExpected && (await writeDraft(ports.templates, accountId, without, seen, change))) {
    return { id: templateId, draft: draft.revision };
  }
  throw new ManageError(`Someone else changed the draft of ${templateId}`, [], {
    code: 'stale',
    hint: 'look at it again before you discard it',
  });
}
