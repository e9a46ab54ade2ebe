import type { TemplateRevision } from '../adapters/revision-format.ts';
import {
  readDatedRevision,
  readHead,
  readRevision,
  type TemplateHead,
} from '../adapters/templates-table.ts';
import {
  listHeads,
  listRevisions,
  type RevisionSummary,
} from '../adapters/templates-table-writes.ts';
import { type CompiledTemplate, readCompiledTemplate } from '../render/compiled-template.ts';
import { ManageError } from './manage-error.ts';
import { inParallel } from './parallel.ts';
import type { ManagePorts } from './ports.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import { type PushedTemplate, pushTemplates } from './push-templates.ts';
import type { TemplateSource } from './template-source.ts';

/** What questions about templates are put to. */
export type TemplatePorts = Pick<ManagePorts, 'templates'>;

/** A template as it is served now. */
export interface CurrentTemplate {
  head: TemplateHead;
  source: TemplateSource;
  variables: CompiledTemplate['variables'];
}

/** Every template of an account, by id. */
export async function listTemplates(
  { templates }: TemplatePorts,
  accountId: string,
): Promise<TemplateHead[]> {
  const all: TemplateHead[] = [];
  let after: string | undefined;
  do {
    const { heads, next } = await listHeads(templates, accountId, { after });
    all.push(...heads);
    after = next ?? undefined;
  } while (after !== undefined);
  return all;
}

/** @throws {ManageError} for an unknown template */
export async function showTemplate(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<CurrentTemplate> {
  return current(ports, accountId, await headOf(ports, accountId, templateId));
}

/** Every template of an account with its content, or the one named. */
export async function pullTemplates(
  ports: ManagePorts,
  accountId: string,
  templateId?: string,
): Promise<CurrentTemplate[]> {
  if (templateId !== undefined) return [await showTemplate(ports, accountId, templateId)];
  const heads = await listTemplates(ports, accountId);
  return inParallel(heads, (head) => current(ports, accountId, head));
}

/**
 * The revisions of a template, newest first. One that was written but never served, because its
 * push was interrupted, is left out.
 */
export async function listVersions(
  ports: ManagePorts,
  accountId: string,
  templateId: string,
): Promise<(RevisionSummary & { current: boolean })[]> {
  const head = await headOf(ports, accountId, templateId);
  const summaries = await listRevisions(ports.templates, accountId, templateId);
  return summaries
    .filter(({ revision }) => revision <= head.revision)
    .map((summary) => ({ ...summary, current: summary.revision === head.revision }));
}

/**
 * Makes an old revision's content current again, as a new revision: checked and compiled like any
 * other. Where it is the current content already, nothing is written.
 */
export async function rollBack(
  ports: ManagePorts,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<PushedTemplate> {
  const prepared = await prepareOld(ports, accountId, templateId, revision);
  const [pushed] = await pushTemplates(ports, accountId, [prepared]);
  if (!pushed) throw new Error('A push of one template answered none');
  return pushed;
}

/** A revision of a template as its author wrote it. */
export interface ShownRevision {
  revision: number;
  /** ISO 8601. */
  createdAt: string;
  /** Whether it is the one that is served. */
  current: boolean;
  source: TemplateSource;
}

/** @throws {ManageError} for an unknown template, and for a revision that was never served */
export async function showRevision(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<ShownRevision> {
  const head = await headOf(ports, accountId, templateId);
  const old =
    revision <= head.revision
      ? await readDatedRevision(ports.templates, accountId, templateId, revision)
      : null;
  if (!old) {
    throw new ManageError(`${templateId} has no revision ${revision}`, [], {
      code: 'unknown',
      hint: `template versions ${templateId} shows those there are`,
    });
  }
  const { createdAt, content } = old;
  const current = revision === head.revision;
  return { revision, createdAt, current, source: sourceOf(templateId, content) };
}

/**
 * An old revision, checked and compiled to be saved again.
 *
 * @throws {ManageError} like `showRevision`, and where it would be refused today
 */
export async function prepareOld(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  revision: number,
): Promise<PreparedTemplate> {
  const { source } = await showRevision(ports, accountId, templateId, revision);
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) {
    throw new ManageError(
      `Revision ${revision} of ${templateId} can no longer be saved as it is`,
      preparation.problems,
      { hint: 'pull it, mend it and push it' },
    );
  }
  return preparation.prepared;
}

/** The head of a template that is there. Throws a `ManageError` for an unknown one. */
export async function headOf(
  { templates }: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<TemplateHead> {
  const head = await readHead(templates, accountId, templateId);
  if (head) return head;
  throw new ManageError(`Account ${accountId} has no template ${templateId}`, [], {
    code: 'unknown',
    hint: 'template list shows those there are',
  });
}

async function current(
  { templates }: TemplatePorts,
  accountId: string,
  head: TemplateHead,
): Promise<CurrentTemplate> {
  const { templateId, revision } = head;
  const content = await readRevision(templates, accountId, templateId, revision);
  if (!content) throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
  return {
    head,
    source: sourceOf(templateId, content),
    variables: readCompiledTemplate(content.compiled)?.variables ?? [],
  };
}

/** What the author of a stored revision wrote. */
export function sourceOf(templateId: string, revision: TemplateRevision): TemplateSource {
  const { name, subject, html, text, flow, testData } = revision;
  return { templateId, name, subject, html, text, flow, testData };
}
