import type { DraftPointer, RevisionAuthor } from '../../../adapters/tables/revision-origin.ts';
import { readHeadOrTombstone } from '../../../adapters/tables/templates-table.ts';
import {
  emptyDraft,
  writeDraft,
  writeDraftContent,
} from '../../../adapters/tables/templates-table-writes.ts';
import { readSourceFile } from '../../../engine/render/join/source-file.ts';
import { ManageError } from '../../manage-error.ts';
import { inParallel } from '../../parallel.ts';
import { recorded } from '../../trail/recorded.ts';
import { checkAuthor, placeRevision } from '../new-revision.ts';
import { prepareSource } from '../prepare-sources.ts';
import type { PreparedTemplate } from '../prepare-template.ts';
import { saveTemplates } from '../push-templates.ts';
import { idTaken } from '../save-template.ts';
import type { PushedTemplate, SavedTemplate, SavePorts } from '../saves.ts';
import { headOrTombstoneOf, served } from '../template-head.ts';
import { contentHash, type TemplateSource } from '../template-source.ts';
import { draftTag, readDraft, type StoredDraft } from './stored-draft.ts';

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
  /** `DraftPointer.isApart`: for saves every few seconds. Default: false. */
  isApart?: boolean;
  /** Default: a partial must be as it is served. */
  mayBePartials?: boolean;
  /** Compares, and writes nothing. Default: false. */
  dryRun?: boolean;
  /** Called before anything is written. If it throws, nothing is saved. */
  check: (saves: readonly DraftSave[]) => void;
}

/**
 * Saves templates as drafts, which no request serves until they are published. Content that equals the served revision
 * or the draft is not written again. `check` refuses drafts made from another revision than the served one.
 *
 * @throws {ManageError} for partials that differ but may not, for templates that someone else changed meanwhile, for a
 * wrong note
 */
export async function saveDrafts(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  {
    author: given,
    from,
    isApart = false,
    mayBePartials = false,
    dryRun = false,
    check,
  }: DraftOptions,
): Promise<SavedDraft[]> {
  const author = checkAuthor(given);
  const own = templates.filter(({ isDependent }) => !isDependent);
  const compared = await saveTemplates(ports, accountId, own, { dryRun: true });
  const isRefused = (one: SavedTemplate) => !mayBePartials && isPartial(one);
  const changed = compared.filter((one) => isRefused(one) && one.outcome.changed);
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
  const saves = compared
    .filter((one) => !isRefused(one))
    .map((step) => comparedWithDraft(step, author));
  check(saves);
  if (!dryRun) await write(ports, accountId, saves, { author, from, isApart });
  return saves.map(({ outcome }) => outcome);
}

const isPartial = ({ prepared }: SavedTemplate) => prepared.revision.kind === 'partial';

/** What a save does to the draft of a template that was compared with what is served. */
function comparedWithDraft(
  { outcome: { staleDraft: _, ...outcome }, ...step }: SavedTemplate,
  { note }: RevisionAuthor,
): DraftSave {
  if (!outcome.changed) return { ...step, outcome: { ...outcome, draft: false } };
  const { draft } = step.seen ?? {};
  const isOtherNote = note !== undefined && note !== draft?.origin.note;
  if (!draft || step.draftChanges?.length !== 0 || isOtherNote) {
    return { ...step, outcome: { ...outcome, draft: true } };
  }
  const { revision } = draft;
  return {
    ...step,
    outcome: { ...outcome, revision, changed: false, state: 'unchanged', draft: true },
  };
}

/** Writes all contents first and all heads last: a draft's content is there before it. */
async function write(
  ports: SavePorts,
  accountId: string,
  saves: readonly DraftSave[],
  { author, from, isApart }: Pick<DraftOptions, 'author' | 'from' | 'isApart'>,
): Promise<void> {
  const { templates } = ports;
  const now = ports.now().getTime();
  const changed = saves
    .filter(({ outcome }) => outcome.changed)
    .map((save) => ({ ...save, draft: draftOf(save, { author, from, isApart }, now) }));
  const placed = await inParallel(changed, async ({ prepared, outcome, draft }) => {
    const { templateId, content } = prepared;
    if (draft.isApart) return writeDraftContent(templates, accountId, templateId, draft, content);
    draft.revision = await placeRevision(ports, accountId, prepared, outcome.revision);
    outcome.revision = draft.revision;
    return true;
  });
  const steps = changed.map((save, index) => ({ ...save, isPlaced: placed[index] }));
  const written = await inParallel(steps, async ({ prepared, seen, draft, isPlaced }) => {
    if (!isPlaced) return false;
    const there = seen && seen.revision > 0 ? seen : neverServed(prepared, draft.createdAt);
    const change = recorded(ports, accountId, 'draft.saved', `template:${prepared.templateId}`, {
      draft: [seen?.draft?.revision ?? null, draft.revision],
      hash: contentHash(prepared.revision),
    });
    const isWritten = await writeDraft(templates, accountId, { ...there, draft }, seen, change);
    if (!isWritten) await emptyDraft(templates, accountId, prepared.templateId, draft);
    return isWritten;
  });
  const lost = changed.filter((_, index) => !written[index]).map(({ outcome }) => outcome.id);
  if (lost.length === 0) return;
  throw new ManageError(`Someone else changed ${lost.join(', ')} at the same time`, [], {
    code: 'stale',
    hint: 'push the draft again',
  });
}

/** Its time is after that of the draft before it. One that is kept apart keeps that draft's note if it has no own. */
function draftOf(
  { seen, head, outcome }: DraftSave,
  { author, from, isApart }: Pick<DraftOptions, 'author' | 'from' | 'isApart'>,
  now: number,
): DraftPointer {
  const before = seen?.draft;
  const time = Math.max(now, before ? Date.parse(before.createdAt) + 1 : 0);
  const origin = {
    ...(isApart && { note: before?.origin.note }),
    ...author,
    ...(head && { from: from ?? head.revision }),
  };
  const createdAt = new Date(time).toISOString();
  return { revision: outcome.revision, createdAt, origin, ...(isApart && { isApart }) };
}

/** The head of a template that was never served: a tombstone with revision 0. */
function neverServed({ templateId, revision, flowStatus }: PreparedTemplate, now: string) {
  const { name, subject, kind, html } = revision;
  const isLayout = kind && readSourceFile(templateId, html).isLayout;
  const about = { templateId, name, subject, kind, isLayout, flowStatus };
  return { ...about, revision: 0, updatedAt: now, deletedAt: now };
}

/** Whether the account ever served a template, or has a draft of it. */
async function wasThere({ templates }: SavePorts, accountId: string, templateId: string) {
  const head = await readHeadOrTombstone(templates, accountId, templateId);
  return head !== null && (head.revision > 0 || head.draft !== undefined);
}

export interface DraftChange {
  /** The served revision that the author began from; 0 if none was served. */
  from: number;
  /** `draftTag` of the draft that it replaces. */
  replaces: number | null;
  author: RevisionAuthor;
}

/**
 * Saves the draft of a template or a partial, as its author edited it; it stays what it is. The first draft of an
 * unknown id makes a new one.
 *
 * @throws {ManageError} `invalid` with all problems, or if the content is what is served; `unknown`; `stale` if someone
 * else changed the template or its draft; `taken` for a first draft if the id has a template
 */
export async function changeDraft(
  ports: SavePorts,
  accountId: string,
  source: TemplateSource,
  { from, replaces, author }: DraftChange,
): Promise<StoredDraft> {
  const { templateId } = source;
  const isFirst = from === 0 && replaces === null;
  let { kind } = source;
  if (!isFirst || (await wasThere(ports, accountId, templateId))) {
    const there = await headOrTombstoneOf(ports, accountId, templateId);
    if (!there.draft) served(there);
    if (!isFirst) kind = there.kind;
  }
  const prepared = await prepareSource(ports, accountId, { ...source, kind });
  const check = ([save]: readonly DraftSave[]) => {
    const { head, seen, outcome } = save ?? {};
    // A repeated save, whose answer was lost: the draft is saved already.
    if (outcome?.draft && !outcome.changed) return;
    const draft = seen?.draft;
    if (isFirst && (draft || head)) throw idTaken(templateId);
    // A draft of an older revision is stale, and says so.
    if (from <= (head?.revision ?? 0) && (draft ? draftTag(draft) : null) === replaces) return;
    const sentence = `Someone else changed ${templateId} or its draft`;
    throw new ManageError(sentence, [], { code: 'stale', revision: seen?.revision });
  };
  const options = { author, from, isApart: true, mayBePartials: true, check };
  const [saved] = await saveDrafts(ports, accountId, prepared, options);
  if (saved?.draft) return readDraft(ports, accountId, templateId);
  throw new ManageError(
    replaces === null
      ? 'A draft must differ from what is served'
      : 'This draft has the same content as the served revision: discard it instead',
  );
}
