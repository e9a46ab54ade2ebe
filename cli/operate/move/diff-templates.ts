import { readHead, readRevision } from '../../../shared/adapters/tables/templates-table.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { PreparedTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { showRevision } from '../../../shared/manage/templates/revisions.ts';
import {
  changesBetween,
  type TemplateChange,
} from '../../../shared/manage/templates/template-changes.ts';
import type { TemplatePorts } from '../../../shared/manage/templates/template-head.ts';
import { sourceOf } from '../../../shared/manage/templates/template-source.ts';
import { diffParts, type PartDiff } from './part-diff.ts';

/** What saving a template would change. */
export interface TemplateDiff {
  id: string;
  state: 'new' | 'changed' | 'unchanged';
  /** The revision that the content is compared with: the one that is served now, null where there is none. */
  revision: number | null;
  /** The changes, with the names that a push prints; empty for a new template. */
  changes: TemplateChange[];
  /** The differences line by line; empty for an unchanged template. */
  parts: PartDiff[];
}

/** Compares templates with those that an account serves. It writes nothing. */
export function diffTemplates(
  ports: TemplatePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
): Promise<TemplateDiff[]> {
  return inParallel(templates, (prepared) => diffTemplate(ports, accountId, prepared));
}

/** Compares two revisions of a template, which may be deleted. Throws like `showRevision`. */
export async function diffRevisions(
  ports: TemplatePorts,
  accountId: string,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<TemplateDiff> {
  const [before, after] = await inParallel([from, to], (revision) =>
    showRevision(ports, accountId, id, revision),
  );
  const parts = diffParts(before?.source ?? null, after?.source ?? null);
  const changes = parts.map(({ part, language }) => (language === undefined ? part : 'languages'));
  const state = parts.length > 0 ? 'changed' : 'unchanged';
  return { id, state, revision: from, changes: [...new Set(changes)], parts };
}

async function diffTemplate(
  { templates }: TemplatePorts,
  accountId: string,
  { templateId: id, revision: next }: PreparedTemplate,
): Promise<TemplateDiff> {
  const after = sourceOf(id, next);
  const head = await readHead(templates, accountId, id);
  const current = head && (await readRevision(templates, accountId, id, head.revision));
  if (!head || !current) {
    return { id, state: 'new', revision: null, changes: [], parts: diffParts(null, after) };
  }
  const changes = changesBetween(current, next);
  const state = changes.length > 0 ? 'changed' : 'unchanged';
  const parts = state === 'changed' ? diffParts(sourceOf(id, current), after) : [];
  return { id, state, revision: head.revision, changes, parts };
}
