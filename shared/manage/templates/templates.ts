import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { readRevision, type TemplateHead } from '../../adapters/tables/templates-table.ts';
import { listHeads } from '../../adapters/tables/templates-table-writes.ts';
import { readPlan } from '../../engine/flow/plan.ts';
import type { CompiledTemplate } from '../../engine/render/compiled-template.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';
import { headOf, type TemplatePorts } from './template-head.ts';
import { sourceOf, type TemplateSource } from './template-source.ts';

export interface CurrentTemplate {
  head: TemplateHead;
  source: TemplateSource;
  variables: CompiledTemplate['variables'];
  /** The revision of each partial that it was joined with. */
  partials: Readonly<Record<string, number>>;
}

/** Every template of an account, by id. */
export function listTemplates(ports: TemplatePorts, accountId: string): Promise<TemplateHead[]> {
  return listAllHeads(ports, accountId, false);
}

/** The tombstones of deleted templates, by id, each with its last revision. */
export async function listDeletedTemplates(
  ports: TemplatePorts,
  accountId: string,
): Promise<TemplateHead[]> {
  const all = await listAllHeads(ports, accountId, true);
  return all.filter(({ deletedAt, revision }) => deletedAt !== undefined && revision > 0);
}

/** The templates with a draft, also those that are not served, by id. */
export async function listDrafts(ports: TemplatePorts, accountId: string): Promise<TemplateHead[]> {
  const all = await listAllHeads(ports, accountId, true);
  return all.filter(({ draft }) => draft !== undefined);
}

/** The templates and partials that take a partial, directly or through others; by id. */
export async function templatesThatTake(
  ports: TemplatePorts,
  accountId: string,
  partialId: string,
): Promise<TemplateHead[]> {
  const all = await listTemplates(ports, accountId);
  return all.filter(({ uses = [] }) => uses.includes(partialId));
}

/** The other templates that serve a flow with a branch to this one; by id. It reads every template with a flow. */
export async function templatesThatBranchTo(
  ports: TemplatePorts,
  accountId: string,
  wanted: string,
): Promise<TemplateHead[]> {
  const all = await listTemplates(ports, accountId);
  const others = all.filter(
    ({ templateId, flowStatus }) => templateId !== wanted && flowStatus !== 'none',
  );
  const found = await inParallel(others, async (head) => {
    const { templateId, revision } = head;
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    return branchTargets(content).includes(wanted) ? [head] : [];
  });
  return found.flat();
}

/** The ids of the templates to which the flow of a revision branches. */
export const branchTargets = (content: Pick<TemplateRevision, 'plan'> | null): string[] =>
  (readPlan(content?.plan)?.branches ?? []).map(({ template }) => template);

async function listAllHeads(
  { templates }: TemplatePorts,
  accountId: string,
  withDeleted: boolean,
): Promise<TemplateHead[]> {
  const all: TemplateHead[] = [];
  let after: string | undefined;
  do {
    const { heads, next } = await listHeads(templates, accountId, { after, withDeleted });
    all.push(...heads);
    after = next ?? undefined;
  } while (after !== undefined);
  return all;
}

/** @throws {ManageError} for an unknown template, and for a deleted one */
export async function showTemplate(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<CurrentTemplate> {
  return readCurrent(ports, accountId, await headOf(ports, accountId, templateId));
}

export async function pullTemplates(
  ports: ManagePorts,
  accountId: string,
  templateId?: string,
): Promise<CurrentTemplate[]> {
  if (templateId !== undefined) return [await showTemplate(ports, accountId, templateId)];
  const heads = await listTemplates(ports, accountId);
  return inParallel(heads, (head) => readCurrent(ports, accountId, head));
}

async function readCurrent(
  { templates }: TemplatePorts,
  accountId: string,
  head: TemplateHead,
): Promise<CurrentTemplate> {
  const { templateId, revision } = head;
  const content = await readRevision(templates, accountId, templateId, revision);
  if (!content) throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
  return currentOf(head, content);
}

export function currentOf(head: TemplateHead, content: TemplateRevision): CurrentTemplate {
  const { compiled, partials = {} } = content;
  const { variables } = compiled;
  return { head, source: sourceOf(head.templateId, content), variables, partials };
}
