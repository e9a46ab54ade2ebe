import type { RevisionAuthor } from '../../../adapters/tables/revision-origin.ts';
import { readHeadOrTombstone, readRevision } from '../../../adapters/tables/templates-table.ts';
import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import { inParallel } from '../../parallel.ts';
import { checkAuthor, nextNumber, placeRevision } from '../new-revision.ts';
import { withPartials } from '../partials/partial-waves.ts';
import { prepareSource } from '../prepare-sources.ts';
import type { PreparedTemplate } from '../prepare-template.ts';
import {
  compareWithServed,
  type PushedTemplate,
  type SavedTemplate,
  type SavePorts,
} from '../push-templates.ts';
import { headOf } from '../template-head.ts';
import { changesBetween, type TemplateSource } from '../template-source.ts';
import { readDraft, type StoredDraft } from './stored-draft.ts';

/** What happened to one template whose draft was saved. */
export interface SavedDraft extends PushedTemplate {
  /** Whether `revision` is the number of a draft; false if the content equals the served revision. */
  draft: boolean;
}

/** A template on its way into a draft. */
export interface DraftSave extends Omit<SavedTemplate, 'outcome'> {
  seen: Awaited<ReturnType<typeof readHeadOrTombstone>>;
  outcome: SavedDraft;
}

export interface DraftOptions {
  /** Who saves, how and why. */
  author: RevisionAuthor;
  /** The revision that every draft was made from. Default: the served revision. */
  from?: number | undefined;
  /** Compares, and writes nothing. Default: false. */
  dryRun?: boolean;
  /** Called once, with all templates, before anything is written. If it throws, nothing is saved. */
  check: (saves: readonly DraftSave[]) => void;
}

/**
 * Saves templates as drafts, which no request serves until they are published. A draft replaces the one
 * before it. Content that equals the served revision or the present draft is not written again. `check` has to
 * refuse a draft that was made from another revision than the served one.
 *
 * Partials are never drafts: those among the templates must be as they are served.
 *
 * @throws {ManageError} for a partial that differs from the served one, naming each; for templates that someone else
 * changed at the same time; for a wrong note
 */
export async function saveDrafts(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  { author: given, from, dryRun = false, check }: DraftOptions,
): Promise<SavedDraft[]> {
  const author = checkAuthor(given);
  const own = templates.filter(({ isDependent }) => !isDependent);
  const partials = own.filter(({ revision }) => revision.kind === 'partial');
  const numbers = await servedPartials(ports, accountId, partials);
  const saves = await inParallel(
    own.filter(({ revision }) => revision.kind !== 'partial'),
    (prepared) => compare(ports, accountId, withPartials(prepared, numbers)),
  );
  check(saves);
  if (!dryRun) await write(ports, accountId, saves, { author, from });
  return saves.map(({ outcome }) => outcome);
}

/** The served revisions of the partials. Throws if the content of one differs from what is served. */
async function servedPartials(
  { templates }: SavePorts,
  accountId: string,
  partials: readonly PreparedTemplate[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  await inParallel(partials, async ({ templateId, revision }) => {
    const head = await readHeadOrTombstone(templates, accountId, templateId);
    if (!head || head.deletedAt !== undefined) return;
    const there = await readRevision(templates, accountId, templateId, head.revision);
    const changes = there ? changesBetween(there, revision) : (['html'] as const);
    if (changes.every((change) => change === 'partials')) numbers.set(templateId, head.revision);
  });
  const changed = partials.filter(({ templateId }) => !numbers.has(templateId));
  if (changed.length === 0) return numbers;
  throw new ManageError(
    'No draft was saved: a partial cannot be a draft',
    changed.map(({ templateId }) => ({
      code: 'partial',
      templateId,
      message: 'differs from the partial that is served: push it without --draft first',
    })),
  );
}

async function compare(
  ports: SavePorts,
  accountId: string,
  prepared: PreparedTemplate,
): Promise<DraftSave> {
  const { templateId: id } = prepared;
  const { changes, ...compared } = await compareWithServed(ports, accountId, prepared);
  const { seen, head, current } = compared;
  const step = { ...compared, prepared };
  const about = { id, changes };
  const unchanged = { ...about, changed: false, state: 'unchanged' } as const;
  if (head && current && changes.length === 0) {
    return { ...step, outcome: { ...unchanged, revision: head.revision, draft: false } };
  }
  const draft =
    seen?.draft && (await readRevision(ports.templates, accountId, id, seen.draft.revision));
  if (seen?.draft && draft && changesBetween(draft, prepared.revision).length === 0) {
    return { ...step, outcome: { ...unchanged, revision: seen.draft.revision, draft: true } };
  }
  const revision = await nextNumber(ports, accountId, { seen, prepared, dropsDraft: false });
  const state = current ? 'changed' : 'new';
  return { ...step, outcome: { ...about, revision, changed: true, state, draft: true } };
}

/** Writes all revisions first and all heads last, so that a draft's revision is there before the draft. */
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
  /** The number of the served revision that the author began from. */
  from: number;
  /** The number of the draft that it replaces; null if the template has none. */
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
