import type { RevisionAuthor } from '../../../adapters/tables/revision-origin.ts';
import { ManageError } from '../../manage-error.ts';
import { prepareSource } from '../prepare-sources.ts';
import type { SavePorts } from '../push-templates.ts';
import { headOf } from '../template-head.ts';
import type { TemplateSource } from '../template-source.ts';
import { type DraftSave, saveDrafts } from './save-drafts.ts';
import { readDraft, type StoredDraft } from './stored-draft.ts';

export interface DraftChange {
  /** The number of the served revision that the author began from. */
  from: number;
  /** The number of the draft that it replaces; null: the template has none. */
  replaces: number | null;
  author: RevisionAuthor;
}

/**
 * Saves the draft of a template that is served, as its author edited it.
 *
 * @throws {ManageError} with all problems of the template, for a partial, or if its content is what is served
 * (`invalid`), if no such template is served (`unknown`), and if someone else changed the template or its draft
 * (`stale`)
 */
export async function changeDraft(
  ports: SavePorts,
  accountId: string,
  source: TemplateSource,
  { from, replaces, author }: DraftChange,
): Promise<StoredDraft> {
  const { templateId } = source;
  const head = await headOf(ports, accountId, templateId);
  if (head.kind === 'partial') throw new ManageError('A partial cannot be a draft');
  const prepared = await prepareSource(ports, accountId, source);
  const check = ([save]: readonly DraftSave[]) => {
    const { head: served, seen, outcome } = save ?? {};
    // A repeated save, whose answer was lost: the draft is saved already.
    if (outcome?.draft && !outcome.changed) return;
    const draft = seen?.draft;
    const isFrom = from === served?.revision || (draft && from === draft.origin.from);
    if (isFrom && (draft?.revision ?? null) === replaces) return;
    const sentence = `Someone else changed ${templateId} or its draft`;
    throw new ManageError(sentence, [], { code: 'stale', revision: seen?.revision });
  };
  const [saved] = await saveDrafts(ports, accountId, prepared, { author, from, check });
  if (saved?.draft) return readDraft(ports, accountId, templateId);
  throw new ManageError(
    replaces === null
      ? 'A draft must differ from what is served'
      : 'This draft has the same content as the served revision: drop it instead',
  );
}
