import type { TemplateHead } from '../../../shared/adapters/tables/templates-table.ts';
import { isId } from '../../../shared/id.ts';
import { replayCounts, replayDraft } from '../../../shared/manage/replay/draft-replay.ts';
import {
  approvalsOf,
  approveDraft,
  refuseUnapproved,
} from '../../../shared/manage/templates/drafts/approval.ts';
import {
  planPublish,
  publishDrafts,
} from '../../../shared/manage/templates/drafts/publish-drafts.ts';
import { changeDraft } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import {
  discardDraft,
  draftTag,
  readDraft,
} from '../../../shared/manage/templates/drafts/stored-draft.ts';
import { headOrTombstoneOf } from '../../../shared/manage/templates/template-head.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { draftApprove, draftChange, draftPublish, draftReplay } from '../contracts/drafts.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { ifMatch, ifMatchOrDeleted, personOf } from '../request.ts';
import { etag, fieldsOf, ok, type Route, route } from '../route.ts';
import { shownSave, shownStoredDraft, toSource } from '../shown-template.ts';

/** How long a replay may take while a page waits for it, in milliseconds. */
const replayMs = 5000;

/** `/templates/{id}/draft` and `…/publish`, also of a template that was never served. */
export const draftRoutes = ({ manage, senders }: DashboardPorts): Route[] => [
  route('GET', '/templates/:id/draft', async (request) => {
    const found = await readDraft(manage, request.accountId, request.part('id'));
    if (isDeleted(found.head)) throw new ProblemError('not_found');
    return ok(await shownStoredDraft(manage, request, found), etag(draftTag(found.draft)));
  }),
  route('PUT', '/templates/:id/draft', async (request) => {
    const there = ifMatchOrDeleted(request);
    const id = request.part('id');
    if (!isId(id)) throw new ProblemError('not_found');
    const { note, from, kind, ...content } = request.body(draftChange);
    const source = toSource(id, content, kind);
    const saved = await changeDraft(request.as(manage), request.accountId, source, {
      from,
      replaces: there === 'deleted' ? null : there,
      author: {
        by: request.caller.actor.name,
        id: request.caller.actor.id,
        how: 'dashboard',
        note,
      },
    });
    return ok(await shownStoredDraft(manage, request, saved), etag(draftTag(saved.draft)));
  }),
  route('DELETE', '/templates/:id/draft', async (request) => {
    const tag = ifMatch(request);
    const head = await headOrTombstoneOf(manage, request.accountId, request.part('id'));
    if (isDeleted(head)) throw new ProblemError('not_found');
    await discardDraft(request.as(manage), request.accountId, head.templateId, tag);
    return { status: 204 };
  }),
  route('POST', '/templates/:id/draft/replay', async (request) => {
    const replayed = await replayDraft(manage, request.accountId, request.part('id'), {
      ...{ withinMs: replayMs, ...senders },
    });
    return ok(replayed && fieldsOf(draftReplay, replayed.found));
  }),
  route('POST', '/templates/:id/draft/approve', async (request) => {
    const tag = ifMatch(request);
    const { hash } = request.body(draftApprove);
    const { accountId } = request;
    const id = request.part('id');
    const approved = await approveDraft(request.as(manage), accountId, id, {
      ...{ by: personOf(request.caller), hash, tag },
      replay: () => replayCounts(manage, accountId, id, { withinMs: 3000, ...senders }),
    });
    return ok(await shownStoredDraft(manage, request, approved), etag(tag));
  }),
  route('POST', '/templates/:id/draft/publish', async (request) => {
    const tag = ifMatch(request);
    const { over, note, override } = request.body(draftPublish);
    if (override !== undefined) request.need('administer');
    const { accountId } = request;
    const id = request.part('id');
    const head = await headOrTombstoneOf(manage, accountId, id);
    if (isDeleted(head)) throw new ProblemError('not_found');
    // A repeated request, whose answer was lost, finds its draft published.
    const published = head.draft ? undefined : head.origin?.draft;
    let dependents: { id: string; revision: number }[] = [];
    if (published === undefined || Date.parse(published) !== tag || head.replaces !== over) {
      const plan = await planPublish(manage, accountId, [id], { over: new Map([[id, over]]) });
      const [planned] = plan.drafts;
      if (!planned || draftTag(planned.draft) !== tag) throw new ProblemError('stale');
      if (override === undefined) {
        refuseUnapproved(plan.drafts, await approvalsOf(manage, accountId));
      }
      const by = request.caller.actor.name;
      const saved = await publishDrafts(request.as(manage), accountId, plan, {
        ...{ by, note, override },
      });
      dependents = saved.filter((one) => one.id !== id);
    }
    const served = { ...(await showTemplate(manage, accountId, id)), dependents };
    const answer = ok(await shownSave(manage, accountId, served), etag(served.head.revision));
    return override === undefined ? answer : { ...answer, sent: { override: true } };
  }),
];

/** Whether a template was served, and is deleted. */
const isDeleted = ({ deletedAt, revision }: TemplateHead) =>
  deletedAt !== undefined && revision > 0;
