import type { Command } from 'commander';
import type { DraftPointer } from '../../../../shared/adapters/tables/revision-origin.ts';
import type { TemplateHead } from '../../../../shared/adapters/tables/templates-table.ts';
import type { StoredDraft } from '../../../../shared/manage/templates/drafts/stored-draft.ts';
import { sourceOf } from '../../../../shared/manage/templates/template-source.ts';
import { nextCommand } from '../../../terminal/options.ts';
import { fields, type Result, table } from '../../../terminal/result.ts';
import { contentFields, copiesFields } from './content-fields.ts';

/** A draft in JSON. */
export function shownDraft({ revision, createdAt: at, origin }: DraftPointer) {
  const { by, how, note = null, from = null } = origin;
  return { revision, at, by, how, note, from };
}

const madeFrom = ({ origin: { from } }: DraftPointer) =>
  from === undefined ? 'a new template' : `revision ${from}`;

/** What `template versions` says below its table; empty if the template has no draft. */
export function draftText(id: string, draft: DraftPointer | undefined, command: Command): string {
  if (!draft) return '';
  const { revision, createdAt, origin } = draft;
  const publish = nextCommand(command, `template publish ${id}`);
  return `\n\nDraft ${revision} of ${madeFrom(draft)} by ${origin.by}, ${createdAt}. To serve it: ${publish}`;
}

/** `template list --drafts` */
export function draftsResult(heads: readonly TemplateHead[]): Result {
  const found = heads.flatMap(({ templateId: id, name, draft }) =>
    draft ? [{ id, name, draft }] : [],
  );
  const templates = found.map(({ id, name, draft }) => ({ id, name, ...shownDraft(draft) }));
  const rows = found.map(({ id, draft }) => {
    const { by, note = '' } = draft.origin;
    return [id, draft.revision, madeFrom(draft), draft.createdAt, by, note];
  });
  const text = table(['TEMPLATE', 'DRAFT', 'OF', 'SAVED', 'BY', 'NOTE'], rows);
  return { json: { templates }, text };
}

/** `template show --draft` */
export function draftResult({ head, draft, content }: StoredDraft): Result {
  const all = sourceOf(head.templateId, content);
  const { templateId: id, ...source } = all;
  const text = fields([
    ['template', id],
    ['name', source.name],
    ...contentFields(all, content.partials ?? {}),
    ...copiesFields(all),
    ['draft', draft.revision],
    ['of', madeFrom(draft)],
    ['saved', draft.createdAt],
    ['by', draft.origin.by],
    ['note', draft.origin.note ?? ''],
  ]);
  return { json: { id, ...source, ...shownDraft(draft) }, text };
}
