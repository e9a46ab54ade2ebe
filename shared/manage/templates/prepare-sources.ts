import { readRevision } from '../../adapters/tables/templates-table.ts';
import { ManageError, type ManageProblem } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import { branchProblemsOf } from './branch-problems.ts';
import { type KnownPartials, knownAmong, readKnown } from './partials/known-partials.ts';
import { seenFrom, withoutRepeats } from './partials/partial-problems.ts';
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
 * they take. It also compiles every stored template that takes one of these partials, because it is
 * saved again with them. It writes nothing.
 *
 * @param except the ids of stored templates that are not saved again, although they take one of the partials
 */
export async function prepareSources(
  ports: TemplatePorts,
  accountId: string,
  sources: readonly TemplateSource[],
  { except = new Set() }: { except?: ReadonlySet<string> } = {},
): Promise<PreparedSources> {
  const dependents = await readDependents(ports, accountId, sources, except);
  const all = [...sources, ...dependents.map(({ source }) => source)];
  const known = await readKnown(ports, accountId, all);
  const { prepared, problems } = await prepareAll(sources, known);
  problems.push(...(await branchProblemsOf(ports, accountId, prepared)));
  const saved = new Set(sources.map(({ templateId }) => templateId));
  for (const { source, revision } of dependents) {
    const preparation = await prepareTemplate(source, known);
    if (preparation.ok) {
      prepared.push({ ...preparation.prepared, isDependent: true, preparedFrom: revision });
      continue;
    }
    const { templateId } = source;
    const ids = preparation.taken.filter((id) => saved.has(id));
    problems.push(...preparation.problems.map((problem) => explained(problem, templateId, ids)));
  }
  return { prepared, problems: withoutRepeats(problems) };
}

/**
 * Prepares one template that its author edited; those saved again with it come after it.
 *
 * @throws {ManageError} with all problems, at the places that its author sees
 */
export async function prepareSource(
  ports: TemplatePorts,
  accountId: string,
  source: TemplateSource,
): Promise<PreparedTemplate[]> {
  const { prepared: templates, problems } = await prepareSources(ports, accountId, [source]);
  if (problems.length === 0) return templates;
  const seen = problems.map((problem) => seenFrom(source.templateId, problem));
  throw new ManageError(`${source.templateId} cannot be saved as it is`, seen);
}

/** Like `prepareSources`, with the sources and `others` as the only partials. It reads nothing. */
export async function prepareOffline(
  sources: readonly TemplateSource[],
  others: KnownPartials = new Map(),
): Promise<PreparedSources> {
  const known = new Map([...others, ...knownAmong(sources)]);
  const { prepared, problems } = await prepareAll(sources, known);
  return { prepared, problems: withoutRepeats(problems) };
}

async function prepareAll(
  sources: readonly TemplateSource[],
  known: KnownPartials,
): Promise<PreparedSources> {
  const result: PreparedSources = { prepared: [], problems: [] };
  for (const source of sources) {
    const preparation = await prepareTemplate(source, known);
    if (preparation.ok) result.prepared.push(preparation.prepared);
    else result.problems.push(...preparation.problems);
  }
  return result;
}

/** Says why a stored template is compiled, unless a saved partial has the problem. */
function explained(
  problem: ManageProblem,
  templateId: string,
  ids: readonly string[],
): ManageProblem {
  const { partial, message } = problem;
  if (ids.length === 0 || (partial !== undefined && ids.includes(partial))) return problem;
  return { ...problem, message: `${message} (${templateId} takes ${ids.join(', ')})` };
}

/** The stored templates and partials that take a partial of `sources`, and are neither among them nor in `except`. */
async function readDependents(
  ports: TemplatePorts,
  accountId: string,
  sources: readonly TemplateSource[],
  except: ReadonlySet<string>,
): Promise<{ source: TemplateSource; revision: number }[]> {
  const partials = sources.flatMap(({ kind, templateId }) =>
    kind === 'partial' ? templateId : [],
  );
  if (partials.length === 0) return [];
  const saved = new Set([...except, ...sources.map(({ templateId }) => templateId)]);
  const heads = (await listTemplates(ports, accountId)).filter(
    ({ templateId, uses = [] }) =>
      !saved.has(templateId) && partials.some((id) => uses.includes(id)),
  );
  const read = await inParallel(heads, async ({ templateId, revision }) => {
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    return content ? [{ source: sourceOf(templateId, content), revision }] : [];
  });
  return read.flat();
}
