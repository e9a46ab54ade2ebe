import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import {
  readHead,
  readHeadOrTombstone,
  readRevision,
  type StoredHead,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { writeHead } from '../../adapters/tables/templates-table-writes.ts';
import { readSourceFile } from '../../engine/render/join/source-file.ts';
import { ManageError } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';
import { checkAuthor, nextNumber, placeRevision } from './new-revision.ts';
import {
  becauseOf,
  howJoined,
  inWaves,
  refuseOtherKind,
  withPartials,
} from './partials/partial-waves.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { prepareRevision } from './revisions.ts';
import { changesBetween, type TemplateChange } from './template-source.ts';

/** What saving templates needs. */
export type SavePorts = Pick<ManagePorts, 'templates' | 'now'>;

/** What a push did with one template. */
export interface PushedTemplate {
  id: string;
  /** The served revision; in a dry run, the revision that would be served. */
  revision: number;
  /** False if the content is the same as before, so that nothing was written. */
  changed: boolean;
  state: 'new' | 'changed' | 'unchanged';
  changes: TemplateChange[];
  /** If it was saved again only because it takes a partial: that partial and its revision, such as `footer 8`. */
  because?: string;
  /** The number of the draft that the template had, and that was dropped because it was saved. */
  droppedDraft?: number;
}

export interface PushOptions {
  /** Who saves, how and why: recorded with each new revision. */
  author?: RevisionAuthor | undefined;
  /**
   * The revision that the content of a template was made from. Default, also for a template without a
   * number here: the served revision.
   */
  madeFrom?: ReadonlyMap<string, number>;
  /** The authors of templates whose author is not `author`. */
  authors?: ReadonlyMap<string, RevisionAuthor>;
  /** Keeps the drafts of the templates. Default: a template that is saved loses its draft; a dependent keeps it. */
  keepDrafts?: boolean;
  /** Compares, and writes nothing. */
  dryRun?: boolean;
  /** Called with a description of the current step. */
  progress?: (doing: string) => void;
  /** Called once, with all templates, before anything is written. If it throws, nothing is saved. */
  check?: (saves: readonly SavedTemplate[]) => void;
}

/** A template on its way through a save. */
export interface SavedTemplate {
  prepared: PreparedTemplate;
  /** The stored head when the save began, also a tombstone; null if there was none. */
  seen: StoredHead | null;
  /** The served head; null for a new template until it is saved. */
  head: TemplateHead | null;
  /** What was served when the save began; null for a new template. */
  current: TemplateRevision | null;
  outcome: PushedTemplate;
}

/** Saves templates like `saveTemplates`, and returns what it did with each of them. */
export async function pushTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  options: PushOptions = {},
): Promise<PushedTemplate[]> {
  const saved = await saveTemplates(ports, accountId, templates, options);
  return saved.map(({ outcome }) => outcome);
}

/**
 * Saves an old revision's content again, as a new revision by this author. If the served revision has the same
 * content, nothing is written. A deleted template is served again; its `state` is then `new`. A draft stays.
 * `dependents`: the templates that take a partial, if they were saved again with it.
 *
 * @throws {ManageError} like `prepareRevision`, and if someone else changed the template at the same
 * time
 */
export async function pushRevision(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  revision: number,
  author?: RevisionAuthor,
): Promise<PushedTemplate & { dependents?: PushedTemplate[] }> {
  const old = await prepareRevision(ports, accountId, templateId, revision);
  const madeFrom = new Map([[templateId, revision]]);
  const options = { author, madeFrom, keepDrafts: true };
  const all = await pushTemplates(ports, accountId, old, options);
  const pushed = all.find(({ id }) => id === templateId);
  if (!pushed) throw new Error('A push of one template returned no result');
  const dependents = all.filter((one) => one !== pushed);
  return { ...pushed, ...(dependents.length > 0 && { dependents }) };
}

/**
 * Saves prepared templates. It writes all revisions first and all heads last, so that no revision is
 * served before all are stored; a partial comes before the templates that take it. For unchanged content
 * it writes nothing, and a dependent that did not change is not in the result.
 *
 * Running an interrupted push again completes it: it finds and uses the revisions that the first run
 * wrote. No revision number is used twice.
 *
 * @throws {ManageError} naming the templates that someone else changed in the meantime, or for a note
 * that is wrong
 */
export async function saveTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  options: PushOptions = {},
): Promise<SavedTemplate[]> {
  const { dryRun = false, keepDrafts = false, check } = options;
  const author = options.author && checkAuthor(options.author);
  options.progress?.('Comparing with the stored templates');
  const waves: SavedTemplate[][] = [];
  const numbers = new Map<string, number>();
  for (const wave of inWaves(templates)) {
    const steps = await inParallel(wave, (prepared) =>
      compare(ports, accountId, withPartials(prepared, numbers), keepDrafts),
    );
    for (const { outcome } of steps) numbers.set(outcome.id, outcome.revision);
    waves.push(steps);
  }
  check?.(waves.flat());
  if (!dryRun) await write(ports, accountId, waves, { ...options, author });
  for (const { prepared, current, outcome } of waves.flat()) {
    if (prepared.isDependent) outcome.because = becauseOf(prepared.revision, current);
  }
  const steps = new Map(waves.flat().map((step) => [step.prepared.templateId, step]));
  return templates
    .flatMap(({ templateId }) => steps.get(templateId) ?? [])
    .filter(({ prepared, outcome }) => outcome.changed || !prepared.isDependent);
}

/** Writes what changed. Each wave's revisions hold the numbers of the partials in the waves before. */
async function write(
  ports: SavePorts,
  accountId: string,
  waves: readonly SavedTemplate[][],
  options: PushOptions,
): Promise<void> {
  const { progress = () => {} } = options;
  const changed = waves.map((wave) => wave.filter(({ outcome }) => outcome.changed));
  const numbers = new Map<string, number>();
  progress('Writing the new revisions');
  for (const wave of changed) {
    await inParallel(wave, async (step) => {
      step.prepared = withPartials(step.prepared, numbers);
      const { prepared, outcome } = step;
      outcome.revision = await placeRevision(ports, accountId, prepared, outcome.revision);
    });
    for (const { outcome } of wave) numbers.set(outcome.id, outcome.revision);
  }
  progress('Making the new revisions current');
  for (const wave of changed) await switchHeads(ports, accountId, wave, options);
}

/**
 * Compares a template with the served template.
 *
 * @throws {ManageError} if a partial would take the place of a template, or a template that of a partial
 */
async function compare(
  { templates }: SavePorts,
  accountId: string,
  prepared: PreparedTemplate,
  keepDrafts: boolean,
): Promise<SavedTemplate> {
  const { templateId: id, preparedFrom } = prepared;
  const seen = await readHeadOrTombstone(templates, accountId, id);
  const head = seen?.deletedAt === undefined ? seen : null;
  if (head) refuseOtherKind(head, prepared);
  const current = head && (await readRevision(templates, accountId, id, head.revision));
  const changes = current ? changesBetween(current, prepared.revision) : [];
  const step = { prepared, seen, head, current };
  if (preparedFrom !== undefined && head?.revision !== preparedFrom) {
    throw changedMeanwhile([id], head?.revision);
  }
  if (head && current && changes.length === 0) {
    const { revision } = head;
    return { ...step, outcome: { id, revision, changed: false, state: 'unchanged', changes } };
  }
  const dropsDraft = !keepDrafts && !prepared.isDependent;
  const revision = await nextNumber({ templates }, accountId, { seen, prepared, dropsDraft });
  const state = current ? 'changed' : 'new';
  const draft = dropsDraft ? seen?.draft?.revision : undefined;
  const dropped = draft !== undefined && draft !== revision && { droppedDraft: draft };
  return { ...step, outcome: { id, revision, changed: true, state, changes, ...dropped } };
}

async function switchHeads(
  { templates, now }: SavePorts,
  accountId: string,
  steps: readonly SavedTemplate[],
  { author: every, authors, madeFrom, keepDrafts }: PushOptions,
): Promise<void> {
  const updatedAt = now().toISOString();
  const written = await inParallel(steps, (step) => {
    const { templateId, flowStatus, revision: content } = step.prepared;
    const { name, kind, subject, html, partials } = content;
    const isLayout = kind && readSourceFile(templateId, html).isLayout;
    const { revision } = step.outcome;
    const from = madeFrom?.get(templateId) ?? step.head?.revision;
    const { isDependent } = step.prepared;
    const author = authors?.get(templateId) ?? every;
    const how = isDependent ? { how: howJoined(content, step.current) } : {};
    const origin = author && { ...author, ...how, ...(from !== undefined && { from }) };
    const uses = partials && Object.keys(partials);
    const about = { templateId, name, subject, flowStatus, kind, isLayout, uses };
    const draft = keepDrafts || isDependent ? step.seen?.draft : undefined;
    step.head = { ...about, revision, updatedAt, origin, draft };
    return writeHead(templates, accountId, step.head, step.seen);
  });
  const lost = steps.filter((_, index) => !written[index]);
  if (lost.length === 0) return;
  const ids = lost.map(({ outcome }) => outcome.id);
  const [first = ''] = ids;
  const there = ids.length === 1 ? await readHead(templates, accountId, first) : null;
  throw changedMeanwhile(ids, there?.revision);
}

/** `revision`: the served revision, if it is known. */
function changedMeanwhile(ids: readonly string[], revision?: number): ManageError {
  return new ManageError(
    `Someone else changed ${ids.join(', ')} at the same time`,
    ids.map((templateId) => ({
      code: 'changed-meanwhile' as const,
      templateId,
      message: 'was changed by someone else since this push began; their change was kept',
    })),
    { code: 'stale', revision, hint: 'push again to save yours as the next revision' },
  );
}
