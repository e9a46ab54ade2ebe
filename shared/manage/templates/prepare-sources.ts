import { readRevision } from '../../adapters/tables/templates-table.ts';
import type { ManageProblem } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import { type KnownPartials, readKnown } from './known-partials.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import type { TemplatePorts } from './template-head.ts';
import { sourceOf, type TemplateSource } from './template-source.ts';
import { listTemplates } from './templates.ts';

export interface PreparedSources {
  /** Those that have no problem. */
  prepared: PreparedTemplate[];
  problems: ManageProblem[];
}

/**
 * Checks and compiles templates and partials that are saved together, with the stored partials that
 * they take. It also compiles every stored template that takes one of these partials: it is saved
 * anew with them. It writes nothing.
 */
export async function prepareSources(
  ports: TemplatePorts,
  accountId: string,
  sources: readonly TemplateSource[],
): Promise<PreparedSources> {
  const dependents = await readDependents(ports, accountId, sources);
  const known = await readKnown(ports, accountId, [...sources, ...dependents]);
  const result: PreparedSources = { prepared: [], problems: [] };
  for (const source of sources) await add(result, source, known);
  const saved = new Set(sources.map(({ templateId }) => templateId));
  for (const source of dependents) await add(result, source, known, saved);
  return result;
}

/** Prepares one template; `saved` has the ids of the partials for which a dependent is saved anew. */
async function add(
  { prepared, problems }: PreparedSources,
  source: TemplateSource,
  known: KnownPartials,
  saved?: ReadonlySet<string>,
): Promise<void> {
  const preparation = await prepareTemplate(source, known);
  if (preparation.ok) {
    prepared.push({ ...preparation.prepared, isDependent: saved !== undefined });
    return;
  }
  const ids = saved === undefined ? [] : preparation.taken.filter((id) => saved.has(id));
  const because = ids.length === 0 ? '' : ` (${source.templateId} takes ${ids.join(', ')})`;
  problems.push(
    ...preparation.problems.map((problem) => ({
      ...problem,
      message: `${problem.message}${because}`,
    })),
  );
}

/** The stored templates and partials that take one of the partials among `sources`, and are not among them. */
async function readDependents(
  ports: TemplatePorts,
  accountId: string,
  sources: readonly TemplateSource[],
): Promise<TemplateSource[]> {
  const partials = sources.flatMap(({ kind, templateId }) =>
    kind === 'partial' ? templateId : [],
  );
  if (partials.length === 0) return [];
  const saved = new Set(sources.map(({ templateId }) => templateId));
  const heads = (await listTemplates(ports, accountId)).filter(
    ({ templateId, uses = [] }) =>
      !saved.has(templateId) && partials.some((id) => uses.includes(id)),
  );
  const read = await inParallel(heads, async ({ templateId, revision }) => {
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    return content ? [sourceOf(templateId, content)] : [];
  });
  return read.flat();
}
