import {
  readHead,
  readHeadOrTombstone,
  readRevision,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { writeHead, writeRevision } from '../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { prepareRevision } from './revisions.ts';
import { changesBetween, type TemplateChange } from './template-changes.ts';

/** What saving works on. */
export type SavePorts = Pick<ManagePorts, 'templates' | 'now'>;

/** What became of one template. */
export interface PushedTemplate {
  id: string;
  /** The revision that is served now; in a dry run, the one that would be. */
  revision: number;
  /** False: its content is what it was, and nothing was written. */
  changed: boolean;
  state: 'new' | 'changed' | 'unchanged';
  changes: TemplateChange[];
}

export interface PushOptions {
  /** Compares, and writes nothing. */
  dryRun?: boolean;
  /** Told what is going on. */
  progress?: (doing: string) => void;
  /** Gets what is served of each template as it is compared, null for none; throws to save nothing. */
  expect?: (there: TemplateHead | null, templateId: string) => void;
}

/** A template on its way through a save. */
export interface SavedTemplate {
  prepared: PreparedTemplate;
  /** As it was when the save began; a tombstone too. */
  seen: TemplateHead | null;
  /** What is served: of a new template null until it is saved. */
  head: TemplateHead | null;
  outcome: PushedTemplate;
}

/** `saveTemplates`, and what became of each template. */
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
 * Saves an old revision's content again, as a new revision, whatever is served. Where it is served
 * already, nothing is written. A deleted template is served again; its `state` is then `new`.
 *
 * @throws {ManageError} like `prepareRevision`, and where someone else was faster
 */
export async function pushRevision(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<PushedTemplate> {
  const old = await prepareRevision(ports, accountId, templateId, revision);
  const [pushed] = await pushTemplates(ports, accountId, [old]);
  if (!pushed) throw new Error('A push of one template answered none');
  return pushed;
}

/**
 * Saves templates that were prepared: all revisions first, all heads last, so that nothing is
 * served before everything is there. Content that did not change writes nothing.
 *
 * A push that was interrupted is completed by running it again: a revision that it left is found
 * and used. Numbers are never used twice.
 *
 * @throws {ManageError} naming the templates that someone else changed in the meantime
 */
export async function saveTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  { dryRun = false, progress = () => {}, expect = () => {} }: PushOptions = {},
): Promise<SavedTemplate[]> {
  progress('Comparing with what is there');
  const steps = await inParallel(templates, async (prepared) => {
    const step = await compare(ports, accountId, prepared);
    expect(step.head, prepared.templateId);
    return step;
  });
  if (!dryRun) {
    const changed = steps.filter(({ outcome }) => outcome.changed);
    progress('Writing the new revisions');
    await inParallel(changed, async (step) => {
      step.outcome.revision = await placeRevision(ports, accountId, step);
    });
    progress('Making them current');
    await switchHeads(ports, accountId, changed);
  }
  return steps;
}

async function compare(
  { templates }: SavePorts,
  accountId: string,
  prepared: PreparedTemplate,
): Promise<SavedTemplate> {
  const id = prepared.templateId;
  const seen = await readHeadOrTombstone(templates, accountId, id);
  const head = seen?.deletedAt === undefined ? seen : null;
  const next = (seen?.revision ?? 0) + 1;
  const current = head && (await readRevision(templates, accountId, id, head.revision));
  if (!current) {
    const outcome = { id, revision: next, changed: true, state: 'new' as const, changes: [] };
    return { prepared, seen, head, outcome };
  }
  const changes = changesBetween(current, prepared.revision);
  const outcome: PushedTemplate =
    changes.length > 0
      ? { id, revision: next, changed: true, state: 'changed', changes }
      : { id, revision: head.revision, changed: false, state: 'unchanged', changes };
  return { prepared, seen, head, outcome };
}

/**
 * Writes a revision under the first free number, or finds the one of the same content that a push
 * left when it was interrupted. The numbers in between belong to other such pushes.
 */
async function placeRevision(
  { templates, now }: SavePorts,
  accountId: string,
  { prepared, outcome }: SavedTemplate,
): Promise<number> {
  const { templateId, content } = prepared;
  const createdAt = now().toISOString();
  for (let revision = outcome.revision; ; revision++) {
    const candidate = { templateId, revision, createdAt, content };
    if (await writeRevision(templates, accountId, candidate)) return revision;
    const taken = await readRevision(templates, accountId, templateId, revision);
    if (taken && changesBetween(taken, prepared.revision).length === 0) return revision;
  }
}

async function switchHeads(
  { templates, now }: SavePorts,
  accountId: string,
  steps: readonly SavedTemplate[],
): Promise<void> {
  const updatedAt = now().toISOString();
  const written = await inParallel(steps, (step) => {
    const { templateId, flowStatus, revision: content } = step.prepared;
    const { name, subject } = content;
    const { revision } = step.outcome;
    step.head = { templateId, name, subject, flowStatus, revision, updatedAt };
    return writeHead(templates, accountId, step.head, step.seen);
  });
  const lost = steps.filter((_, index) => !written[index]);
  if (lost.length === 0) return;
  const ids = lost.map(({ outcome }) => outcome.id);
  const [first = ''] = ids;
  const there = ids.length === 1 ? await readHead(templates, accountId, first) : null;
  throw new ManageError(
    `Someone else changed ${ids.join(', ')} at the same time`,
    ids.map((templateId) => ({
      code: 'changed-meanwhile' as const,
      templateId,
      message: 'was changed by someone else since this push began, and was left as they made it',
    })),
    { code: 'stale', revision: there?.revision, hint: 'push again to go on from their version' },
  );
}
