import type { Change } from '../../adapters/tables/change.ts';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { DraftPointer, RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import {
  readDraftContent,
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
import { recorded, type TrailPorts } from '../trail/recorded.ts';
import { checkAuthor, draftBeside, nextNumber, placeRevision } from './new-revision.ts';
import {
  becauseOf,
  howJoined,
  inWaves,
  refuseOtherKind,
  withPartials,
} from './partials/partial-waves.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { prepareRevision } from './revisions.ts';
import { changesBetween, contentHash, type TemplateChange } from './template-source.ts';

export type SavePorts = Pick<ManagePorts, 'templates'> & TrailPorts;

export interface PushedTemplate {
  id: string;
  /** The served revision, or in a dry run the one that would be. */
  revision: number;
  /** False if nothing was written, because the content is the same. */
  changed: boolean;
  state: 'new' | 'changed' | 'unchanged';
  changes: TemplateChange[];
  /** For a dependent: the partials with their revisions, such as `footer 8`. */
  because?: string;
  /** The number of the draft that stays; it was made from an older revision. */
  staleDraft?: number;
}

export interface PushOptions {
  author?: RevisionAuthor | undefined;
  /** The revision that each content was made from. Default: the served one. */
  madeFrom?: ReadonlyMap<string, number>;
  authors?: ReadonlyMap<string, RevisionAuthor>;
  /** The templates are their drafts. Default: a draft stays, unless its own content is saved. */
  areDrafts?: boolean;
  /** Why it passes over a missing approval. */
  override?: string | undefined;
  /** Old revisions are served again. Default: false. */
  restores?: boolean;
  /** Compares, and writes nothing. */
  dryRun?: boolean;
  /** Called with a description of the current step. */
  progress?: (doing: string) => void;
  /** Called with all templates before anything is written. If it throws, nothing is saved. */
  check?: (saves: readonly SavedTemplate[]) => void;
}

export interface SavedTemplate {
  prepared: PreparedTemplate;
  /** The stored head at the beginning, also a tombstone. */
  seen: StoredHead | null;
  /** The served head; null for a new template. */
  head: TemplateHead | null;
  current: TemplateRevision | null;
  /** How the stored draft differs from the content; null if there is none. */
  draftChanges: readonly TemplateChange[] | null;
  outcome: PushedTemplate;
}

/** Like `saveTemplates`; returns only the outcomes. */
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
 * Saves an old revision's content as a new revision, unless it is what is served. A deleted template is served again,
 * with the state `new`. A draft stays. `dependents`: the templates saved again with a partial.
 *
 * @throws {ManageError} like `prepareRevision`, and if someone else changed the template meanwhile
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
  const options = { author, madeFrom, restores: true };
  const all = await pushTemplates(ports, accountId, old, options);
  const pushed = all.find(({ id }) => id === templateId);
  if (!pushed) throw new Error('A push of one template returned no result');
  const dependents = all.filter((one) => one !== pushed);
  return { ...pushed, ...(dependents.length > 0 && { dependents }) };
}

/**
 * Saves prepared templates: all revisions first and all heads last, so that none is served before all are stored, and
 * partials before templates that take them. Unchanged content is not written; an unchanged dependent is not in the
 * result. A second run completes an interrupted one with its revisions. No revision number is used twice.
 *
 * @throws {ManageError} naming the templates that someone else changed meanwhile, or for a wrong note
 */
export async function saveTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  options: PushOptions = {},
): Promise<SavedTemplate[]> {
  const { dryRun = false, areDrafts = false, check } = options;
  const author = options.author && checkAuthor(options.author);
  options.progress?.('Comparing with the stored templates');
  const waves: SavedTemplate[][] = [];
  const numbers = new Map<string, number>();
  for (const wave of inWaves(templates)) {
    const steps = await inParallel(wave, (prepared) =>
      compare(ports, accountId, withPartials(prepared, numbers), areDrafts),
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

/** @throws {ManageError} if a partial would take the place of a template, or a template that of a partial */
async function compare(
  { templates }: SavePorts,
  accountId: string,
  prepared: PreparedTemplate,
  areDrafts: boolean,
): Promise<SavedTemplate> {
  const { templateId: id, preparedFrom, isDependent = false } = prepared;
  const seen = await readHeadOrTombstone(templates, accountId, id);
  const head = seen?.deletedAt === undefined ? seen : null;
  if (head) refuseOtherKind(head, prepared);
  const current = head && (await readRevision(templates, accountId, id, head.revision));
  const changes = current ? changesBetween(current, prepared.revision) : [];
  const stored = seen?.draft;
  const draft =
    stored && !isDependent && (await readDraftContent(templates, accountId, id, stored));
  const draftChanges = draft ? changesBetween(draft, prepared.revision) : null;
  const step = { prepared, seen, head, current, draftChanges };
  if (preparedFrom !== undefined && head?.revision !== preparedFrom) {
    throw changedMeanwhile([id], head?.revision);
  }
  if (head && current && changes.length === 0) {
    const { revision } = head;
    return { ...step, outcome: { id, revision, changed: false, state: 'unchanged', changes } };
  }
  const revision = nextNumber(seen, draftChanges?.length === 0);
  const state = current ? 'changed' : 'new';
  const beside = isDependent ? undefined : draftAfter(step, revision, areDrafts);
  const stale = beside && { staleDraft: beside.revision };
  return { ...step, outcome: { id, revision, changed: true, state, changes, ...stale } };
}

/** The draft beside the saved revision: none, if that is the draft's own content. */
function draftAfter(
  { seen, draftChanges, prepared }: Pick<SavedTemplate, 'seen' | 'draftChanges' | 'prepared'>,
  revision: number,
  areDrafts: boolean,
): DraftPointer | undefined {
  const isDraft = areDrafts || draftChanges?.every((change) => change === 'partials');
  if (isDraft && !prepared.isDependent) return undefined;
  return draftBeside(seen, revision, prepared.isDependent ?? false);
}

async function switchHeads(
  ports: SavePorts,
  accountId: string,
  steps: readonly SavedTemplate[],
  options: PushOptions,
): Promise<void> {
  const { templates, now } = ports;
  const { author: every, authors, madeFrom, areDrafts = false } = options;
  const updatedAt = now().toISOString();
  const written = await inParallel(steps, (step) => {
    const { templateId, flowStatus, revision: content } = step.prepared;
    const { name, kind, subject, html, partials, tags, language, languages = {} } = content;
    const isLayout = kind && readSourceFile(templateId, html).isLayout;
    const { revision } = step.outcome;
    const from = madeFrom?.get(templateId) ?? step.head?.revision;
    const { isDependent } = step.prepared;
    const author = authors?.get(templateId) ?? every;
    const how = isDependent ? { how: howJoined(content, step.current) } : {};
    const published = areDrafts && !isDependent && { draft: step.seen?.draft?.createdAt };
    const origin = author && {
      ...{ ...author, ...how, ...published },
      ...(from !== undefined && { from }),
    };
    const uses = partials && Object.keys(partials);
    const languageTags = language === undefined ? [] : [language, ...Object.keys(languages)];
    const lists = { uses, tags, languageTags };
    const about = { templateId, name, subject, flowStatus, kind, isLayout, ...lists };
    const draft = draftAfter(step, revision, areDrafts);
    const change = changeOfHead(ports, accountId, step, options);
    step.head = { ...about, revision, updatedAt, origin, draft };
    return writeHead(templates, accountId, step.head, step.seen, change);
  });
  const lost = steps.filter((_, index) => !written[index]);
  if (lost.length === 0) return;
  const ids = lost.map(({ outcome }) => outcome.id);
  const [first = ''] = ids;
  const there = ids.length === 1 ? await readHead(templates, accountId, first) : null;
  throw changedMeanwhile(ids, there?.revision);
}

function changeOfHead(
  ports: SavePorts,
  accountId: string,
  { prepared, head, seen, outcome }: SavedTemplate,
  { restores, areDrafts, override }: PushOptions,
): Change {
  const { templateId, isDependent, revision: content } = prepared;
  const target = `template:${templateId}`;
  const revision = [head?.revision ?? null, outcome.revision] as const;
  if (restores && !isDependent) {
    const action = head ? 'template.restored' : 'template.undeleted';
    return recorded(ports, accountId, action, target, { revision });
  }
  const approvals = (areDrafts && !isDependent && seen?.draft?.approvals) || [];
  const approvedBy = approvals.flatMap(({ by }) => by.id ?? []);
  const change = { revision, hash: contentHash(content) };
  const approved = approvedBy.length > 0 && { approvedBy };
  const more = { override };
  const published = { ...change, ...approved };
  return recorded(ports, accountId, 'template.published', target, published, more);
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
