import type { DraftPointer } from '../../shared/adapters/tables/revision-origin.ts';
import type { TemplateHead } from '../../shared/adapters/tables/templates-table.ts';
import type { CompiledTemplate } from '../../shared/engine/render/compiled-template.ts';
import type { StoredDraft } from '../../shared/manage/templates/drafts/stored-draft.ts';
import type { TemplateDraft } from '../../shared/manage/templates/render-draft.ts';
import type { ListedRevision } from '../../shared/manage/templates/revisions.ts';
import type { SavedCurrent } from '../../shared/manage/templates/save-template.ts';
import type { TemplatePorts } from '../../shared/manage/templates/template-head.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import {
  type CurrentTemplate,
  currentOf,
  templatesThatTake,
} from '../../shared/manage/templates/templates.ts';
import type {
  DraftSummary,
  RevisionSummary,
  SavedTemplate,
  Template,
  TemplateContent,
  TemplateSummary,
  templateVariable,
} from './contracts/templates.ts';

type Variable = import('zod/mini').output<typeof templateVariable>;

export function shownSummary(head: TemplateHead): TemplateSummary {
  const { templateId: id, kind = 'template', name, subject, uses = [] } = head;
  const { isLayout = false, flowStatus, revision, updatedAt, deletedAt = null } = head;
  return {
    id,
    kind,
    isLayout,
    name,
    subject,
    uses: uses.toSorted(),
    flowStatus,
    revision,
    updatedAt,
    updatedBy: head.origin?.by ?? null,
    deletedAt,
    draft: shownDraftSummary(head.draft),
  };
}

function shownDraftSummary(draft: DraftPointer | undefined): DraftSummary | null {
  if (!draft) return null;
  const { by, how, note = null, from = null } = draft.origin;
  return { revision: draft.revision, createdAt: draft.createdAt, by, how, note, from };
}

/** A stored draft as a template whose revision is the draft's number. */
export function shownStoredDraft(
  ports: TemplatePorts,
  accountId: string,
  { head, draft, content }: StoredDraft,
): Promise<Template> {
  const { revision, createdAt: updatedAt, origin } = draft;
  const { name, subject } = content;
  const as = { ...head, name, subject, revision, updatedAt, origin, draft };
  return shownTemplate(ports, accountId, currentOf(as, content));
}

export function shownRevision({
  revision,
  createdAt,
  current,
  origin,
}: ListedRevision): RevisionSummary {
  const { by = null, how = null, note = null, from = null } = origin ?? {};
  return { revision, createdAt, current, by, how, note, from };
}

export function shownContent(source: TemplateSource): TemplateContent {
  const { name, layout = null, subject, html, text = null, testData = {}, flow = null } = source;
  const { language = null, languages = {}, keep = null, secret = [] } = source;
  const content = { subject, html, text, language, languages: shownLanguages(languages) };
  return { name, layout, ...content, testData, flow, keep, secret };
}

function shownLanguages(languages: NonNullable<TemplateSource['languages']>) {
  const shown = Object.entries(languages).map(
    ([tag, { text = null, ...content }]) => [tag, { ...content, text }] as const,
  );
  return Object.fromEntries(shown);
}

export function shownVariables(variables: CompiledTemplate['variables']): Variable[] {
  return variables.map(({ name, within, uses, required, defaults }) => ({
    name,
    within: [...within],
    uses: [...uses],
    required,
    defaults: [...defaults],
  }));
}

/** A template as the dashboard shows it. For a partial it reads the heads of all templates. */
export async function shownTemplate(
  ports: TemplatePorts,
  accountId: string,
  { head, source, variables }: CurrentTemplate,
): Promise<Template> {
  const { templateId, kind } = head;
  const users = kind ? await templatesThatTake(ports, accountId, templateId) : [];
  return {
    ...shownSummary(head),
    ...shownContent(source),
    variables: shownVariables(variables),
    usedBy: users.map(({ templateId: id, name }) => ({ id, name })),
  };
}

/** The answer to a save. */
export async function shownSave(
  ports: TemplatePorts,
  accountId: string,
  saved: SavedCurrent,
): Promise<SavedTemplate> {
  const template = await shownTemplate(ports, accountId, saved);
  const dependents = saved.dependents.map(({ id, revision }) => ({ id, revision }));
  return { ...template, dependents };
}

/** The unsaved content that the dashboard's editor sends. */
interface UnsavedContent {
  id?: string | null;
  kind?: TemplateSummary['kind'];
  layout: string | null;
  language: string | null;
  subject: string;
  html: string;
  text: string | null;
}

/** Converts the editor's unsaved content, which is no stored draft. */
export function toUnsavedDraft({
  id = null,
  kind,
  layout,
  language,
  ...parts
}: UnsavedContent): TemplateDraft {
  return {
    ...parts,
    templateId: id ?? undefined,
    kind: toKind(kind),
    layout: layout ?? undefined,
    language: language ?? undefined,
  };
}

const toKind = (kind?: TemplateSummary['kind']) => (kind === 'partial' ? kind : undefined);

/** Converts the content that the dashboard sends into the form that is saved. Empty test data and an empty list are left out. */
export function toSource(
  templateId: string,
  content: TemplateContent,
  kind?: TemplateSummary['kind'],
): TemplateSource {
  const { layout, text, language, languages, flow, testData, keep, secret, ...rest } = content;
  const others = Object.entries(languages).map(
    ([tag, { text: own, ...each }]) => [tag, { ...each, text: own ?? undefined }] as const,
  );
  return {
    templateId,
    ...rest,
    kind: toKind(kind),
    layout: layout ?? undefined,
    text: text ?? undefined,
    language: language ?? undefined,
    languages: others.length > 0 ? Object.fromEntries(others) : undefined,
    flow: flow ?? undefined,
    keep: keep ?? undefined,
    secret: secret.length > 0 ? secret : undefined,
    testData: Object.keys(testData).length > 0 ? testData : undefined,
  };
}
