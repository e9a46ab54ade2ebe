import { isId } from '../../../shared/id.ts';
import {
  planPublish,
  publishDrafts,
} from '../../../shared/manage/templates/drafts/publish-drafts.ts';
import { changeDraft } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { dropDraft, readDraft } from '../../../shared/manage/templates/drafts/stored-draft.ts';
import { headOf } from '../../../shared/manage/templates/template-head.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { draftChange, draftPublish } from '../contracts/templates.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { authorOf, ifMatch, ifMatchOrDeleted } from '../request.ts';
import { etag, ok, type Route, route } from '../route.ts';
import { shownStoredDraft, shownTemplate, toSource } from '../shown-template.ts';

/** `/templates/{id}/draft` and `…/publish`: the draft of a served template; its number is its ETag. */
export const draftRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/templates/:id/draft', async (request) => {
    const found = await readDraft(manage, request.accountId, request.part('id'));
    if (found.head.deletedAt !== undefined) throw new ProblemError('not_found');
    return ok(await shownStoredDraft(manage, request.accountId, found), etag(found.draft.revision));
  }),
  route('PUT', '/templates/:id/draft', async (request) => {
    const there = ifMatchOrDeleted(request);
    const id = request.part('id');
    if (!isId(id)) throw new ProblemError('not_found');
    const { note, from, ...content } = request.body(draftChange);
    const saved = await changeDraft(manage, request.accountId, toSource(id, content), {
      from,
      replaces: there === 'deleted' ? null : there,
      author: { by: authorOf(request.caller), how: 'dashboard', note },
    });
    return ok(await shownStoredDraft(manage, request.accountId, saved), etag(saved.draft.revision));
  }),
  route('DELETE', '/templates/:id/draft', async (request) => {
    const number = ifMatch(request);
    const { templateId } = await headOf(manage, request.accountId, request.part('id'));
    await dropDraft(manage, request.accountId, templateId, number);
    return { status: 204 };
  }),
  route('POST', '/templates/:id/draft/publish', async (request) => {
    const number = ifMatch(request);
    const { over, note } = request.body(draftPublish);
    const { accountId } = request;
    const id = request.part('id');
    const head = await headOf(manage, accountId, id);
    // A repeated request, whose answer was lost, finds its draft published.
    if (head.draft || head.revision !== number || head.replaces !== over) {
      const plan = await planPublish(manage, accountId, [id], { over: new Map([[id, over]]) });
      if (plan.drafts[0]?.draft.revision !== number) throw new ProblemError('stale');
      await publishDrafts(manage, accountId, plan, { by: authorOf(request.caller), note });
    }
    const served = await showTemplate(manage, accountId, id);
    return ok(await shownTemplate(manage, accountId, served), etag(served.head.revision));
  }),
];
