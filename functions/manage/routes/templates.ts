import * as z from 'zod/mini';
import { readRevision } from '../../../shared/adapters/tables/templates-table.ts';
import { isId } from '../../../shared/id.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { readDraft } from '../../../shared/manage/templates/drafts/stored-draft.ts';
import { pauseTemplate, resumeTemplate } from '../../../shared/manage/templates/pause-template.ts';
import { listRevisions, showRevision } from '../../../shared/manage/templates/revisions.ts';
import {
  changeTemplate,
  createTemplate,
  restoreRevision,
} from '../../../shared/manage/templates/save-template.ts';
import {
  headOf,
  headOrTombstoneOf,
  type TemplatePorts,
} from '../../../shared/manage/templates/template-head.ts';
import { listTemplatePage } from '../../../shared/manage/templates/template-pages.ts';
import { allPartsOf } from '../../../shared/manage/templates/template-source.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { type TemplateType, templateType } from '../../../shared/manage/types/template-type.ts';
import { declarationOf, jsonSchemaOf } from '../../../shared/manage/types/written-types.ts';
import { manageBase, pageQuery, pauseChange } from '../contracts/common.ts';
import {
  newTemplate,
  type Revision,
  type revisionPage,
  type TemplateTypes,
  templateChange,
  templateQuery,
} from '../contracts/templates.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { ifMatch, ifMatchOrDeleted, type ManageRequest } from '../request.ts';
import { defaultLimit, etag, ok, placeOf, type Route, route, toPage } from '../route.ts';
import {
  shownRevision,
  shownSave,
  shownSummary,
  shownTemplate,
  shownUnpublished,
  toSource,
} from '../shown-template.ts';

const revisionQuery = z.object(pageQuery);
const isNumber = (text: string) => /^[1-9]\d{0,7}$/.test(text);

/** `/templates`, `/templates/{id}`, and below it `revisions` and `types` */
export const templateRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/templates', async (request) => {
    const { cursor, limit = defaultLimit, ...query } = request.query(templateQuery);
    const { prefix = '' } = query;
    const after = placeOf(cursor, (id) => isId(id) && id.startsWith(prefix));
    const page = { ...query, after, limit };
    const { items, next } = await listTemplatePage(manage, request.accountId, page);
    return ok(toPage(items.map(shownSummary), next));
  }),
  route('POST', '/templates', async (request) => {
    const { id, kind, note, ...content } = request.body(newTemplate);
    const author = { by: request.caller.actor.name, how: 'dashboard', note };
    const source = toSource(id, content, kind);
    const created = await createTemplate(request.as(manage), request.accountId, source, author);
    const headers = {
      ...etag(created.head.revision),
      location: `${manageBase}/templates/${id}`,
    };
    return { status: 201, body: await shownSave(manage, request.accountId, created), headers };
  }),
  route('GET', '/templates/:id', async (request) => {
    const { accountId } = request;
    const head = await headOrTombstoneOf(manage, accountId, request.part('id'));
    if (head.revision === 0) {
      const draft = await readDraft(manage, accountId, head.templateId);
      return ok(await shownUnpublished(manage, accountId, draft), etag(0));
    }
    const found = await showTemplate(manage, accountId, head.templateId);
    return ok(await shownTemplate(manage, accountId, found), etag(found.head.revision));
  }),
  route('PUT', '/templates/:id', async (request) => {
    const from = ifMatch(request);
    const id = request.part('id');
    // The body does not contain the id, so the answer to a malformed id is `not_found`, not `invalid`.
    if (!isId(id)) throw new ProblemError('not_found');
    const { note, ...content } = request.body(templateChange);
    const { accountId } = request;
    const author = { by: request.caller.actor.name, how: 'dashboard', note };
    const saved = await changeTemplate(
      request.as(manage),
      accountId,
      toSource(id, content),
      from,
      author,
    );
    return ok(await shownSave(manage, accountId, saved), etag(saved.head.revision));
  }),
  route('PATCH', '/templates/:id', async (request) => {
    const { state, note } = request.body(pauseChange);
    const change = state === 'paused' ? pauseTemplate : resumeTemplate;
    const asked = { by: request.caller.actor.name, note };
    return ok(
      shownSummary(await change(request.as(manage), request.accountId, request.part('id'), asked)),
    );
  }),
  route('DELETE', '/templates/:id', async (request) => {
    const from = ifMatch(request);
    const { accountId } = request;
    await deleteTemplate(
      request.as(manage),
      accountId,
      request.part('id'),
      from,
      request.caller.actor.name,
    );
    return { status: 204 };
  }),
  // The revisions of a deleted template are listed too, and `If-None-Match: *` restores one.
  route('GET', '/templates/:id/revisions', async (request) => {
    const { limit = defaultLimit, cursor } = request.query(revisionQuery);
    const place = placeOf(cursor, isNumber);
    const before = place === undefined ? undefined : Number(place);
    const page = { before, limit };
    const found = await listRevisions(manage, request.accountId, request.part('id'), page);
    const next = found.next === null ? null : String(found.next);
    const pauses = (found.pauses ?? []).map(({ resumed = null, note = null, ...pause }) => {
      return { ...pause, note, resumed: resumed && { at: resumed.at, by: resumed.by } };
    });
    const answer = { ...toPage(found.items.map(shownRevision), next), pauses };
    return ok(answer satisfies z.output<typeof revisionPage>);
  }),
  route('GET', '/templates/:id/revisions/:n', async (request) => {
    const id = request.part('id');
    const found = await showRevision(manage, request.accountId, id, revisionNumber(request));
    return ok({ id, ...shownRevision(found), ...allPartsOf(found.source) } satisfies Revision);
  }),
  route('POST', '/templates/:id/revisions/:n/restore', async (request) => {
    const from = ifMatchOrDeleted(request);
    const by = request.caller.actor.name;
    const wanted = { templateId: request.part('id'), revision: revisionNumber(request), from, by };
    const saved = await restoreRevision(request.as(manage), request.accountId, wanted);
    return ok(await shownSave(manage, request.accountId, saved), etag(saved.head.revision));
  }),
  route('GET', '/templates/:id/types', async (request) => {
    const type = await servedType(manage, request.accountId, request.part('id'));
    return ok({
      typescript: declarationOf([type]),
      jsonSchema: { ...jsonSchemaOf([type]) },
    } satisfies TemplateTypes);
  }),
];

function revisionNumber(request: ManageRequest): number {
  const text = request.part('n');
  if (!isNumber(text)) throw new ProblemError('not_found');
  return Number(text);
}

/** A served template's types. Throws a `ManageError` if it is `unknown`, as partials are, or its flow is unreadable. */
async function servedType(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<TemplateType> {
  const { kind, revision } = await headOf(ports, accountId, templateId);
  if (kind === 'partial') {
    throw new ManageError(`${templateId} is a partial, which no request names`, [], {
      code: 'unknown',
    });
  }
  const content = await readRevision(ports.templates, accountId, templateId, revision);
  if (content) return templateType(templateId, content);
  throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
}
