import type { DraftPointer } from '../../shared/adapters/tables/revision-origin.ts';
import type { TemplateHead } from '../../shared/adapters/tables/templates-table.ts';
import type { CompiledTemplate } from '../../shared/engine/render/compiled-template.ts';
import type { ListedRevision } from '../../shared/manage/templates/revisions.ts';
import type { StoredDraft } from '../../shared/manage/templates/stored-draft.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { type CurrentTemplate, currentOf } from '../../shared/manage/templates/templates.ts';
import type {
  DraftSummary,
  RevisionSummary,
  Template,
  TemplateContent,
  TemplateSummary,
  templateVariable,
} from './contracts/templates.ts';

type Variable = import('zod/mini').output<typeof templateVariable>;

export function shownSummary(head: TemplateHead): TemplateSummary {
  const { templateId: id, name, subject, flowStatus, revision, updatedAt } = head;
  return { id, name, subject, flowStatus, revision, updatedAt, draft: shownPointer(head.draft) };
}

function shownPointer(draft: DraftPointer | undefined): DraftSummary | null {
  if (!draft) return null;
  const { by, how, note = null, from = null } = draft.origin;
  return { revision: draft.revision, createdAt: draft.createdAt, by, how, note, from };
}

/** A draft as a template whose revision is the draft's number. */
export function shownDraft({ head, draft, content }: StoredDraft): Template {
  const { templateId, flowStatus } = head;
  const { revision, createdAt: updatedAt } = draft;
  const { name, subject } = content;
  const as = { templateId, name, subject, flowStatus, revision, updatedAt, draft };
  return shownTemplate(currentOf(as, content));
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
  const { name, subject, html, text = null, testData = {}, flow = null } = source;
  const { keep = null, secret = [] } = source;
  return { name, subject, html, text, testData, flow, keep, secret };
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

export function shownTemplate({ head, source, variables }: CurrentTemplate): Template {
  return {
    ...shownSummary(head),
    ...shownContent(source),
    variables: shownVariables(variables),
  };
}

/** Converts the content that the dashboard sends into the form that is saved. Empty test data and an empty list are left out. */
export function toSource(templateId: string, content: TemplateContent): TemplateSource {
  const { text, flow, testData, keep, secret, ...rest } = content;
  return {
    templateId,
    ...rest,
    text: text ?? undefined,
    flow: flow ?? undefined,
    keep: keep ?? undefined,
    secret: secret.length > 0 ? secret : undefined,
    testData: Object.keys(testData).length > 0 ? testData : undefined,
  };
}
