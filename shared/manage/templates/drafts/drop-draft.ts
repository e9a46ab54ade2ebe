import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import type { SavePorts } from '../push-templates.ts';
import { headOrTombstoneOf } from '../template-head.ts';
import { noDraft } from './stored-draft.ts';

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
