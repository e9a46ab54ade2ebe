import {
  readHead,
  readRevision,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { readSeenHead, type SeenHead } from '../../adapters/tables/templates-table-history.ts';
import { writeHead, writeRevision } from '../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';
import type { PreparedTemplate } from './prepare-template.ts';
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
  /** Told what is served of each template as it is compared, null for none; throws to save nothing. */
  expect?: (there: TemplateHead | null, templateId: string) => void;
}

interface Step {
  prepared: PreparedTemplate;
  /** As it was when the push began; a tombstone too. */
  seen: SeenHead | null;
  outcome: PushedTemplate;
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
export async function pushTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
  { dryRun = false, progress = () => {}, expect = () => {} }: PushOptions = {},
): Promise<PushedTemplate[]> {
  progress('Comparing with what is there');
  const steps = await inParallel(templates, async (prepared) => {
    const step = await compare(ports, accountId, prepared);
    expect(served(step.seen), prepared.templateId);
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
  return steps.map(({ outcome }) => outcome);
}

/** A tombstone serves nothing. */
function served(head: TemplateHead | null): TemplateHead | null {
  return head?.deletedAt === undefined ? head : null;
}

async function compare(
  { templates }: SavePorts,
  accountId: string,
  prepared: PreparedTemplate,
): Promise<Step> {
  const id = prepared.templateId;
  const seen = await readSeenHead(templates, accountId, id);
  const there = served(seen);
  const next = (seen?.revision ?? 0) + 1;
  const current = there && (await readRevision(templates, accountId, id, there.revision));
  if (!current) {
    return {
      prepared,
      seen,
      outcome: { id, revision: next, changed: true, state: 'new', changes: [] },
    };
  }
  const changes = changesBetween(current, prepared.revision);
  const outcome: PushedTemplate =
    changes.length > 0
      ? { id, revision: next, changed: true, state: 'changed', changes }
      : { id, revision: there.revision, changed: false, state: 'unchanged', changes };
  return { prepared, seen, outcome };
}

/**
 * Writes a revision under the first free number, or finds the one of the same content that a push
 * left when it was interrupted. The numbers in between belong to other such pushes.
 */
async function placeRevision(
  { templates, now }: SavePorts,
  accountId: string,
  { prepared, outcome }: Step,
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
  steps: readonly Step[],
): Promise<void> {
  const updatedAt = now().toISOString();
  const written = await inParallel(steps, ({ prepared, seen, outcome }) => {
    const { templateId, flowStatus } = prepared;
    const { name, subject } = prepared.revision;
    const { revision } = outcome;
    const head = { templateId, name, subject, flowStatus, revision, updatedAt };
    return writeHead(templates, accountId, head, seen);
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
