import type { RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import {
  readDraftContent,
  readHeadOrTombstone,
  readRevision,
} from '../../adapters/tables/templates-table.ts';
import { inParallel } from '../parallel.ts';
import { checkAuthor, nextNumber, placeRevision } from './new-revision.ts';
import { becauseOf, inWaves, refuseOtherKind, withPartials } from './partials/partial-waves.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { prepareRevision } from './revisions.ts';
import type { PushedTemplate, PushOptions, SavedTemplate, SavePorts } from './saves.ts';
import { changedMeanwhile, draftAfter, switchHeads } from './switch-heads.ts';
import { changesBetween } from './template-source.ts';

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
