import type * as z from 'zod/mini';
import { pauseNow } from '../../shared/adapters/tables/pause-item.ts';
import type { DraftPointer } from '../../shared/adapters/tables/revision-origin.ts';
import type { TemplateHead } from '../../shared/adapters/tables/templates-table.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import {
  approvalObstacle,
  approvalsOf,
  draftHash,
} from '../../shared/manage/templates/drafts/approval.ts';
import type { StoredDraft } from '../../shared/manage/templates/drafts/stored-draft.ts';
import type { ListedRevision } from '../../shared/manage/templates/revisions.ts';
import type { SavedCurrent } from '../../shared/manage/templates/save-template.ts';
import type { TemplatePorts } from '../../shared/manage/templates/template-head.ts';
import {
  allPartsOf,
  type TemplateDraft,
  type TemplateSource,
  withoutEmptyDraftParts,
  withoutEmptyParts,
} from '../../shared/manage/templates/template-source.ts';
import {
  type CurrentTemplate,
  currentOf,
  templatesThatTake,
} from '../../shared/manage/templates/templates.ts';
import { missingRight } from '../../shared/people/roles.ts';
import type { StoredDraft as ShownDraft } from './contracts/drafts.ts';
import {
  type DraftSummary,
  type RevisionSummary,
  type SavedTemplate,
  type Template,
  type TemplateContent,
  type TemplateSummary,
  template,
  type unsavedContent,
} from './contracts/templates.ts';
import { type ManageRequest, personOf } from './request.ts';
import { fieldsOf, shownPause } from './route.ts';

export function shownSummary(head: TemplateHead): TemplateSummary {
  const { templateId: id, kind = 'template', name, subject, uses = [], tags = [] } = head;
  const {
    languageTags = [],
    isLayout = false,
    flowStatus,
    revision,
    updatedAt,
    deletedAt = null,
  } = head;
  return {
    id,
    kind,
    isLayout,
    name,
    subject,
    uses: uses.toSorted(),
    tags: [...tags],
    languageTags: [...languageTags],
    flowStatus,
    revision,
    updatedAt,
    updatedBy: head.origin?.by ?? null,
    deletedAt,
    draft: shownDraftSummary(head.draft),
    paused: shownPause(pauseNow(head.pauses)),
  };
}

function shownDraftSummary(draft: DraftPointer | undefined): DraftSummary | null {
  if (!draft) return null;
  const { by, how, note = null, from = null } = draft.origin;
  return { revision: draft.revision, createdAt: draft.createdAt, by, how, note, from };
}

/** A template that was never served, as its draft's content with revision 0. */
export function shownUnpublished(
  ports: TemplatePorts,
  accountId: string,
  { head, draft, content }: StoredDraft,
): Promise<Template> {
  const as = { ...head, deletedAt: undefined, updatedAt: draft.createdAt, origin: draft.origin };
  return shownTemplate(ports, accountId, currentOf(as, content));
}

/** A stored draft as a template with the draft's number as its revision, and with its approvals. */
export async function shownStoredDraft(
  ports: TemplatePorts & Pick<ManagePorts, 'accounts'>,
  request: ManageRequest,
  { head, draft, content }: StoredDraft,
): Promise<ShownDraft> {
  const { accountId } = request;
  const given = (draft.approvals ?? []).map(({ by, ...rest }) => ({ by: by.name, ...rest }));
  const why = request.may('publish')
    ? approvalObstacle(draft, personOf(request.caller))
    : missingRight('publish', request.caller.roles);
  const { revision, createdAt: updatedAt, origin } = draft;
  const { name, subject } = content;
  const as = { ...head, deletedAt: undefined, name, subject, revision, updatedAt, origin, draft };
  const [shown, { required }] = await Promise.all([
    shownTemplate(ports, accountId, currentOf(as, content)),
    approvalsOf(ports, accountId),
  ]);
  const approval = { required, given, mayApprove: why === null, why };
  return { ...shown, hash: draftHash({ head, content }), approval };
}

export function shownRevision({
  revision,
  createdAt,
  current,
  origin,
}: ListedRevision): RevisionSummary {
  const { by = null, how = null, note = null, from = null, approvedBy = [] } = origin ?? {};
  return { revision, createdAt, current, by, how, note, from, approvedBy: [...approvedBy] };
}

/** A template as the page shows it; for a partial it reads the heads of all templates. */
export async function shownTemplate(
  ports: TemplatePorts,
  accountId: string,
  { head, source, variables }: CurrentTemplate,
): Promise<Template> {
  const { templateId, kind } = head;
  const users = kind ? await templatesThatTake(ports, accountId, templateId) : [];
  return {
    ...shownSummary(head),
    ...allPartsOf(source),
    variables: fieldsOf(template.shape.variables, variables),
    usedBy: users.map(({ templateId: id, name }) => ({ id, name })),
  };
}

export async function shownSave(
  ports: TemplatePorts,
  accountId: string,
  saved: SavedCurrent,
): Promise<SavedTemplate> {
  const template = await shownTemplate(ports, accountId, saved);
  const dependents = saved.dependents.map(({ id, revision }) => ({ id, revision }));
  return { ...template, dependents };
}

export function toUnsavedDraft({
  id,
  kind,
  ...parts
}: z.output<typeof unsavedContent> & {
  id?: string | null;
  kind?: TemplateSummary['kind'];
}): TemplateDraft {
  return { templateId: id ?? undefined, kind: toKind(kind), ...withoutEmptyDraftParts(parts) };
}

const toKind = (kind?: TemplateSummary['kind']) => (kind === 'partial' ? kind : undefined);

/** The content that the dashboard sends, as it is saved. */
export function toSource(
  templateId: string,
  content: TemplateContent,
  kind?: TemplateSummary['kind'],
): TemplateSource {
  return { templateId, kind: toKind(kind), ...withoutEmptyParts(content) };
}
