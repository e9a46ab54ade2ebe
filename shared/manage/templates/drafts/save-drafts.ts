import type { RevisionAuthor } from '../../../adapters/tables/revision-origin.ts';
import { readRevision } from '../../../adapters/tables/templates-table.ts';
import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import { inParallel } from '../../parallel.ts';
import { checkAuthor, placeRevision } from '../new-revision.ts';
import { prepareSource } from '../prepare-sources.ts';
import type { PreparedTemplate } from '../prepare-template.ts';
import {
  type PushedTemplate,
  type SavedTemplate,
  type SavePorts,
  saveTemplates,
} from '../push-templates.ts';
import { headOf } from '../template-head.ts';
import { changesBetween, type TemplateSource } from '../template-source.ts';
import { readDraft, type StoredDraft } from './stored-draft.ts';

export interface SavedDraft extends PushedTemplate {
  /** Whether `revision` is a draft's; false if the content is what is served. */
  draft: boolean;
}

export interface DraftSave extends Omit<SavedTemplate, 'outcome'> {
  outcome: SavedDraft;
}

export interface DraftOptions {
  author: RevisionAuthor;
  /** What the drafts were made from. Default: the served revision. */
  from?: number | undefined;
  /** Compares, and writes nothing. Default: false. */
  dryRun?: boolean;
  /** Called before anything is written. If it throws, nothing is saved. */
  check: (saves: readonly DraftSave[]) => void;
}

/**
 * Saves templates as drafts, which no request serves until they are published. Content that equals the served revision
 * or the draft is not written again. `check` refuses drafts made from another revision than the served one. Partials
 * must be as they are served.
 *
 * @throws {ManageError} for partials that differ, for templates that someone else changed meanwhile, for a wrong note
 */
export async function saveDrafts(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  { author: given, from, dryRun = false, check }: DraftOptions,
): Promise<SavedDraft[]> {
  const author = checkAuthor(given);
  const own = templates.filter(({ isDependent }) => !isDependent);
  const compared = await saveTemplates(ports, accountId, own, { dryRun: true, keepDrafts: true });
  const [partials, mails] = [compared.filter(isPartial), compared.filter((one) => !isPartial(one))];
  const changed = partials.filter(({ outcome }) => outcome.changed);
  if (changed.length > 0) {
    throw new ManageError(
      'No draft was saved: a partial cannot be a draft',
      changed.map(({ outcome }) => ({
        code: 'partial',
        templateId: outcome.id,
        message: 'differs from the partial that is served: push it without --draft first',
      })),
    );
  }
  const saves = await inParallel(mails, (step) => compareWithDraft(ports, accountId, step));
  check(saves);
  if (!dryRun) await write(ports, accountId, saves, { author, from });
  return saves.map(({ outcome }) => outcome);
}

const isPartial = ({ prepared }: SavedTemplate) => prepared.revision.kind === 'partial';

/** Compares a template, after the comparison with what is served, with its draft. */
async function compareWithDraft(
  { templates }: SavePorts,
  accountId: string,
  { outcome, ...step }: SavedTemplate,
): Promise<DraftSave> {
  if (!outcome.changed) return { ...step, outcome: { ...outcome, draft: false } };
  const { draft: pointer } = step.seen ?? {};
  const draft = pointer && (await readRevision(templates, accountId, outcome.id, pointer.revision));
  if (!pointer || !draft || changesBetween(draft, step.prepared.revision).length > 0) {
    return { ...step, outcome: { ...outcome, draft: true } };
  }
  const { revision } = pointer;
  return {
    ...step,
    outcome: { ...outcome, revision, changed: false, state: 'unchanged', draft: true },
  };
}

/** Writes all revisions first and all heads last: a draft's revision is there before it. */
async function write(
  ports: SavePorts,
  accountId: string,
  saves: readonly DraftSave[],
  { author, from }: Pick<DraftOptions, 'author' | 'from'>,
): Promise<void> {
  const changed = saves.filter(({ outcome }) => outcome.changed);
  await inParallel(changed, async ({ prepared, outcome }) => {
    outcome.revision = await placeRevision(ports, accountId, prepared, outcome.revision);
  });
  const createdAt = ports.now().toISOString();
  const written = await inParallel(changed, ({ prepared, seen, head, outcome }) => {
    const origin = { ...author, ...(head && { from: from ?? head.revision }) };
    const draft = { revision: outcome.revision, createdAt, origin };
    const there = seen && seen.revision > 0 ? seen : neverServed(prepared, createdAt);
    return writeDraft(ports.templates, accountId, { ...there, draft }, seen);
  });
  const lost = changed.filter((_, index) => !written[index]).map(({ outcome }) => outcome.id);
  if (lost.length === 0) return;
  throw new ManageError(`Someone else changed ${lost.join(', ')} at the same time`, [], {
    code: 'stale',
    hint: 'push the draft again',
  });
}

/** The head of a template that was never served: a tombstone with revision 0. */
function neverServed({ templateId, revision, flowStatus }: PreparedTemplate, now: string) {
  const { name, subject } = revision;
  return { templateId, name, subject, flowStatus, revision: 0, updatedAt: now, deletedAt: now };
}

export interface DraftChange {
  /** The served revision that the author began from. */
  from: number;
  replaces: number | null;
  author: RevisionAuthor;
}

/**
 * Saves the draft of a served template, as its author edited it.
 *
 * @throws {ManageError} `invalid` with all problems, for a partial, or if the content is what is served; `unknown`;
 * `stale` if someone else changed the template or its draft
 */
export async function changeDraft(
  ports: SavePorts,
  accountId: string,
  source: TemplateSource,
  { from, replaces, author }: DraftChange,
): Promise<StoredDraft> {
  const { templateId } = source;
  await headOf(ports, accountId, templateId);
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
