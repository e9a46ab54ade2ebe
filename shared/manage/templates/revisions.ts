import type { TemplatePause } from '../../adapters/tables/pause-item.ts';
import type { DraftPointer } from '../../adapters/tables/revision-origin.ts';
import { readRevision } from '../../adapters/tables/templates-table.ts';
import {
  listServed,
  type RevisionRange,
  type RevisionSummary,
  readServed,
} from '../../adapters/tables/templates-table-history.ts';

import { ManageError } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import { branchProblemsOf } from './branch-problems.ts';
import { readRecorded } from './partials/known-partials.ts';
import { type PreparedSources, prepareSources } from './prepare-sources.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import { headOrTombstoneOf, type TemplatePorts } from './template-head.ts';
import type { ListPage } from './template-pages.ts';
import { sourceOf, type TemplateSource } from './template-source.ts';

export interface ListedRevision extends RevisionSummary {
  current: boolean;
}

/** Newest first. */
export interface RevisionPage extends ListPage<ListedRevision, number> {
  /** ISO 8601; only for a deleted template. */
  deletedAt?: string;
  /** Who deleted it, as `RevisionAuthor.by`; absent if it was not recorded. */
  deletedBy?: string;
  /** The stored draft, which is not in `items`. */
  draft?: DraftPointer | undefined;
  /** The newest first; absent if it was never paused. */
  pauses?: readonly TemplatePause[];
}

/**
 * Lists the revisions of a template, also of a deleted one, without those that were written but never served.
 *
 * @throws {ManageError} for an unknown template
 */
export async function listRevisions(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  { before, limit = Number.POSITIVE_INFINITY }: RevisionRange = {},
): Promise<RevisionPage> {
  const head = await headOrTombstoneOf(ports, accountId, templateId);
  // Reads one revision more than the page holds, to know whether there is a next page.
  const found = await listServed(ports.templates, accountId, head, { before, limit: limit + 1 });
  const { revision: last, deletedAt, origin, draft } = head;
  const pauses = head.pauses && { pauses: head.pauses.toReversed() };
  const items = found.slice(0, limit).map((summary) => ({
    ...summary,
    current: deletedAt === undefined && summary.revision === last,
  }));
  const next = found.length > limit ? (items.at(-1)?.revision ?? null) : null;
  if (deletedAt === undefined || last === 0) return { items, next, draft, ...pauses };
  return { items, next, draft, ...pauses, deletedAt, ...(origin && { deletedBy: origin.by }) };
}

export interface ShownRevision extends ListedRevision {
  source: TemplateSource;
  /** The revision of each partial that it was joined with. */
  partials: Readonly<Record<string, number>>;
}

/**
 * One revision, of a deleted template too.
 *
 * @throws {ManageError} for an unknown template, and for a revision that was never served
 */
export async function showRevision(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<ShownRevision> {
  const { templates } = ports;
  const head = await headOrTombstoneOf(ports, accountId, templateId);
  const served = await readServed(templates, accountId, head, revision);
  const content = served && (await readRevision(templates, accountId, templateId, revision));
  if (!content) {
    throw new ManageError(`${templateId} has no revision ${revision}`, [], {
      code: 'unknown',
      hint: `template versions ${templateId} shows its revisions`,
    });
  }
  const current = head.deletedAt === undefined && head.revision === revision;
  const { partials = {} } = content;
  return { ...served, current, source: sourceOf(templateId, content), partials };
}

/**
 * Prepares an old revision: a template with the partials of that time, or a partial and the templates that take it.
 *
 * @throws {ManageError} like `showRevision`, and if a push would refuse it today
 */
export function prepareRevision(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<PreparedTemplate[]> {
  return prepareRevisions(ports, accountId, new Map([[templateId, revision]]));
}

/** Like `prepareRevision`, for several templates by id; the templates that take a partial among them come last. */
export async function prepareRevisions(
  ports: TemplatePorts,
  accountId: string,
  wanted: ReadonlyMap<string, number>,
): Promise<PreparedTemplate[]> {
  const old = await inParallel([...wanted], ([id, revision]) =>
    showRevision(ports, accountId, id, revision),
  );
  const templates = old.filter(({ source }) => source.kind !== 'partial');
  const sources = old.flatMap(({ source }) => (source.kind === 'partial' ? [source] : []));
  const all = [
    ...(await inParallel(templates, (each) => prepareTaking(ports, accountId, each, wanted))),
    await prepareSources(ports, accountId, sources, { except: new Set(wanted.keys()) }),
  ];
  const prepared = all.flatMap((each) => each.prepared);
  const problems = all.flatMap((each) => each.problems);
  problems.push(...(await branchProblemsOf(ports, accountId, prepared)));
  if (problems.length > 0) {
    const names = [...wanted].map(([id, revision]) => `revision ${revision} of ${id}`).join(', ');
    throw new ManageError(`A push would refuse ${names} today`, problems, {
      hint: 'pull it, fix it and push it',
    });
  }
  return prepared;
}

/** Prepares a template with the partials of its save; those in `saved` get a new revision with it. */
async function prepareTaking(
  ports: TemplatePorts,
  accountId: string,
  { source, partials }: ShownRevision,
  saved: ReadonlyMap<string, number>,
): Promise<PreparedSources> {
  const recorded = await readRecorded(ports, accountId, partials);
  const known = [...recorded].map(([id, { source: partial, revision }]) => {
    return [id, { source: partial, revision: saved.get(id) === revision ? 0 : revision }] as const;
  });
  const preparation = await prepareTemplate(source, new Map(known));
  return preparation.ok
    ? { prepared: [preparation.prepared], problems: [] }
    : { prepared: [], problems: [...preparation.problems] };
}
