import { isId } from '../../../shared/id.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { changeTemplate, createTemplate } from '../../../shared/manage/templates/save-template.ts';
import { listTemplatePage } from '../../../shared/manage/templates/template-pages.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { manageBase } from '../contracts/common.ts';
import { newTemplate, templateChange, templateQuery } from '../contracts/templates.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { authorOf, ifMatch } from '../request.ts';
import { etag, type Route, route } from '../route.ts';
import { shownSave, shownSummary, shownTemplate, toSource } from '../shown-template.ts';

/** `/templates` and `/templates/{id}` */
export const templateRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/templates', async (request) => {
    const { cursor, limit = defaultLimit, ...query } = request.query(templateQuery);
    const { prefix = '' } = query;
    const after = placeOf(cursor, (id) => isId(id) && id.startsWith(prefix));
    const page = { ...query, after, limit };
    const { items, next } = await listTemplatePage(manage, request.caller.accountId, page);
    return { status: 200, body: toPage(items.map(shownSummary), next) };
  }),
  route('POST', '/templates', async (request) => {
    const { id, kind, note, ...content } = request.body(newTemplate);
    const { accountId } = request.caller;
    const author = { by: authorOf(request.caller), how: 'dashboard', note };
    const source = toSource(id, content, kind);
    const created = await createTemplate(manage, accountId, source, author);
    const headers = {
      ...etag(created.head.revision),
      location: `${manageBase}/templates/${id}`,
    };
    return { status: 201, body: await shownSave(manage, accountId, created), headers };
  }),
  route('GET', '/templates/:id', async (request) => {
    const { accountId } = request.caller;
    const found = await showTemplate(manage, accountId, request.part('id'));
    const headers = etag(found.head.revision);
    return { status: 200, body: await shownTemplate(manage, accountId, found), headers };
  }),
  route('PUT', '/templates/:id', async (request) => {
    const from = ifMatch(request);
    const id = request.part('id');
    // The body does not contain the id, so the answer to a malformed id is `not_found`, not `invalid`.
    if (!isId(id)) throw new ProblemError('not_found');
    const { note, ...content } = request.body(templateChange);
    const { accountId } = request.caller;
    const author = { by: authorOf(request.caller), how: 'dashboard', note };
    const saved = await changeTemplate(manage, accountId, toSource(id, content), from, author);
    const body = await shownSave(manage, accountId, saved);
    return { status: 200, body, headers: etag(saved.head.revision) };
  }),
  route('DELETE', '/templates/:id', async (request) => {
    const from = ifMatch(request);
    const { accountId } = request.caller;
    await deleteTemplate(manage, accountId, request.part('id'), from, authorOf(request.caller));
    return { status: 204 };
  }),
];
