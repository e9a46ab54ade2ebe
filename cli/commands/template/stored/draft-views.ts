import type { Command } from 'commander';
import type { DraftPointer } from '../../../../shared/adapters/tables/revision-origin.ts';
import type { TemplateHead } from '../../../../shared/adapters/tables/templates-table.ts';
import { type PartName, partNames, partRows } from '../../../../shared/engine/template-parts.ts';
import type { StoredDraft } from '../../../../shared/manage/templates/drafts/stored-draft.ts';
import {
  sourceOf,
  type TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';
import { nextCommand } from '../../../terminal/options.ts';
import { fields, type Result, table } from '../../../terminal/result.ts';

export function shownDraft({ revision, createdAt: at, origin }: DraftPointer) {
  const { by, how, note = null, from = null } = origin;
  return { revision, at, by, how, note, from };
}

const madeFrom = ({ origin: { from } }: DraftPointer) =>
  from === undefined ? 'a new template' : `revision ${from}`;

/** Whether another revision is served than the draft was made from. */
const isStale = ({ draft, revision, deletedAt }: TemplateHead) =>
  draft?.origin.from !== undefined && (deletedAt !== undefined || draft.origin.from !== revision);

/** The column of `template list`: `draft`, `stale draft`, or nothing. */
export const draftWord = (head: TemplateHead) =>
  head.draft ? (isStale(head) ? 'stale draft' : 'draft') : '';

/** What `template versions` says below its table; empty if the template has no draft. */
export function draftText(id: string, draft: DraftPointer | undefined, command: Command): string {
  if (!draft) return '';
  const { revision, createdAt, origin } = draft;
  const publish = nextCommand(command, `template publish ${id}`);
  return `\n\nDraft ${revision} of ${madeFrom(draft)} by ${origin.by}, ${createdAt}. To serve it: ${publish}`;
}

/** `template list --drafts` */
export function draftsResult(heads: readonly TemplateHead[]): Result {
  const found = heads.flatMap((head) => {
    const { templateId: id, name, draft } = head;
    return draft ? [{ id, name, draft, stale: isStale(head) }] : [];
  });
  const templates = found.map(({ draft, ...about }) => ({ ...about, ...shownDraft(draft) }));
  const rows = found.map(({ id, draft, stale }) => {
    const { by, note = '' } = draft.origin;
    const of = stale ? `${madeFrom(draft)}, stale` : madeFrom(draft);
    return [id, draft.revision, of, draft.createdAt, by, note];
  });
  const text = table(['TEMPLATE', 'DRAFT', 'OF', 'SAVED', 'BY', 'NOTE'], rows);
  return { json: { templates }, text };
}

/** `template show --draft` */
export function draftResult({ head, draft, content }: StoredDraft): Result {
  const all = sourceOf(head.templateId, content);
  const { templateId: id, ...source } = all;
  const text = fields([
    ...contentFields(all, content.partials ?? {}),
    ['draft', draft.revision],
    ['of', madeFrom(draft)],
    ['saved', draft.createdAt],
    ['by', draft.origin.by],
    ['note', draft.origin.note ?? ''],
  ]);
  return { json: { id, ...source, ...shownDraft(draft) }, text };
}

export function contentFields(source: TemplateSource, partials: Readonly<Record<string, number>>) {
  const { templateId, name, kind, subject } = source;
  const taken = Object.entries(partials).map(([id, revision]) => `${id} ${revision}`);
  taken.sort();
  return [
    ['template', templateId],
    ['name', name],
    kind === 'partial' ? ['kind', kind] : ['subject', subject],
    ...partNames.flatMap((part) => lineOf(source, part)),
    ...(taken.length === 0 ? [] : [['partials', taken.join(', ')]]),
    ['text', source.text === undefined ? 'derived from the HTML' : "the template's own"],
    ['languages', languagesText(source)],
    // A partial has no mails.
    ...(kind === 'partial' ? [] : [['copies', copiesText(source)]]),
  ] as [name: string, value: string][];
}

/** The parts that a view already shows in other lines. */
const inOtherLines: readonly PartName[] = ['name', 'subject', 'language', 'keep', 'secret'];

/** The line of a single-line part; none if the template lacks the part. */
function lineOf(source: TemplateSource, part: PartName) {
  const value = source[part];
  const isLine = partRows[part].isLine && !inOtherLines.includes(part);
  if (!isLine || value === undefined) return [];
  return [[part, Array.isArray(value) ? value.join(', ') : String(value)]];
}

/** The template's own language comes first. */
function languagesText({ language, languages = {} }: TemplateSource): string {
  const others = Object.keys(languages);
  return [language ?? (others.length > 0 ? 'its own' : ''), ...others].join(', ');
}

function copiesText({ keep, secret = [] }: TemplateSource): string {
  if (keep === undefined) return 'none are kept of live mails';
  const masked = secret.length === 0 ? '' : `, with ${secret.join(', ')} masked`;
  return `of live mails are kept for ${keep}${masked}`;
}
