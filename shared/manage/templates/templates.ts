import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { readRevision, type TemplateHead } from '../../adapters/tables/templates-table.ts';
import {
  listServed,
  type RevisionSummary,
  readServed,
} from '../../adapters/tables/templates-table-history.ts';
import { listHeads } from '../../adapters/tables/templates-table-writes.ts';
import {
  type CompiledTemplate,
  readCompiledTemplate,
} from '../../engine/render/compiled-template.ts';
import { ManageError } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import { type PushedTemplate, pushTemplates } from './push-templates.ts';
import { headOf, historyOf, isServed, type TemplatePorts } from './template-head.ts';
import type { TemplateSource } from './template-source.ts';

/** A template as it is served now. */
export interface CurrentTemplate {
  head: TemplateHead;
  source: TemplateSource;
  variables: CompiledTemplate['variables'];
}

/** Every template of an account, by id. */
export function listTemplates(ports: TemplatePorts, accountId: string): Promise<TemplateHead[]> {
  return listAllHeads(ports, accountId, false);
}

/** The tombstones of an account's deleted templates, by id; each has its last revision. */
export async function listDeletedTemplates(
  ports: TemplatePorts,
  accountId: string,
): Promise<TemplateHead[]> {
  const all = await listAllHeads(ports, accountId, true);
  return all.filter(({ deletedAt }) => deletedAt !== undefined);
}

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

/** The revisions of a template. */
export interface TemplateVersions {
  /** Newest first. */
  versions: (RevisionSummary & { current: boolean })[];
  /** ISO 8601; only of a deleted template, of which no revision is current. */
  deletedAt?: string;
}

/**
 * The revisions of a template, of a deleted one too. A revision that was written but never served,
 * because its push was interrupted or refused, is left out.
 *
 * @throws {ManageError} for an unknown template
 */
export async function listVersions(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<TemplateVersions> {
  const head = await historyOf(ports, accountId, templateId);
  const summaries = await listServed(ports.templates, accountId, head);
  const versions = summaries.map((summary) => ({
    ...summary,
    current: isServed(head, summary.revision),
  }));
  return { versions, ...(head.deletedAt !== undefined && { deletedAt: head.deletedAt }) };
}

/**
 * Makes an old revision's content current again, as a new revision: checked and compiled like any
 * other. Where it is the current content already, nothing is written. A deleted template is served
 * again; its `state` is then `new`.
 *
 * @throws {ManageError} for an unknown template or revision, and where someone else was faster
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
  /** ISO 8601: since when it was served. */
  createdAt: string;
  /** Whether it is the one that is served. */
  current: boolean;
  source: TemplateSource;
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
  const head = await historyOf(ports, accountId, templateId);
  const served = await readServed(templates, accountId, head, revision);
  const content = served && (await readRevision(templates, accountId, templateId, revision));
  if (!content) {
    throw new ManageError(`${templateId} has no revision ${revision}`, [], {
      code: 'unknown',
      hint: `template versions ${templateId} shows those there are`,
    });
  }
  const current = isServed(head, revision);
  return { ...served, current, source: sourceOf(templateId, content) };
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
      { hint: 'pull it, fix it and push it' },
    );
  }
  return preparation.prepared;
}

/** What is served of a template now, of which the head was read. */
export async function current(
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
