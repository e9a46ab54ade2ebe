import * as z from 'zod/mini';
import { listRevisions, showRevision } from '../../../shared/manage/templates/revisions.ts';
import { restoreRevision } from '../../../shared/manage/templates/save-template.ts';
import { allPartsOf } from '../../../shared/manage/templates/template-source.ts';
import { pageQuery } from '../contracts/common.ts';
import type { Revision } from '../contracts/templates.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { authorOf, ifMatchOrDeleted, type ManageRequest } from '../request.ts';
import { etag, type Route, route } from '../route.ts';
import { shownRevision, shownSave } from '../shown-template.ts';

const revisionQuery = z.object(pageQuery);
const isNumber = (text: string) => /^[1-9]\d{0,7}$/.test(text);

/**
 * `/templates/{id}/revisions`, `…/{n}` and `…/{n}/restore`. They also answer for a deleted template, which only a
 * restore with `If-None-Match: *` brings back.
 */
export const revisionRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/templates/:id/revisions', async (request) => {
    const { limit = defaultLimit, cursor } = request.query(revisionQuery);
    const place = placeOf(cursor, isNumber);
    const before = place === undefined ? undefined : Number(place);
    const { accountId } = request.caller;
    const found = await listRevisions(manage, accountId, request.part('id'), {
      before,
      limit,
    });
    const next = found.next === null ? null : String(found.next);
    return { status: 200, body: toPage(found.items.map(shownRevision), next) };
  }),
  route('GET', '/templates/:id/revisions/:n', async (request) => {
    const id = request.part('id');
    const { accountId } = request.caller;
    const found = await showRevision(manage, accountId, id, revisionNumber(request));
    const body: Revision = { id, ...shownRevision(found), ...allPartsOf(found.source) };
    return { status: 200, body };
  }),
  route('POST', '/templates/:id/revisions/:n/restore', async (request) => {
    const from = ifMatchOrDeleted(request);
    const by = authorOf(request.caller);
    const wanted = { templateId: request.part('id'), revision: revisionNumber(request), from, by };
    const saved = await restoreRevision(manage, request.caller.accountId, wanted);
    const body = await shownSave(manage, request.caller.accountId, saved);
    return { status: 200, body, headers: etag(saved.head.revision) };
  }),
];

function revisionNumber(request: ManageRequest): number {
  const text = request.part('n');
  if (!isNumber(text)) throw new ProblemError('not_found');
  return Number(text);
}
