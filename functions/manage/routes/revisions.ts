import * as z from 'zod/mini';
import { listRevisions, showRevision } from '../../../shared/manage/templates/revisions.ts';
import { restoreRevision } from '../../../shared/manage/templates/save-template.ts';
import { type Answer, etag } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { pageQuery } from '../contracts/common.ts';
import type { Revision } from '../contracts/templates.ts';
import { ifMatchOrDeleted } from '../if-match.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Resource } from '../resource.ts';
import { shownContent, shownTemplate } from '../shown-template.ts';

const revisionQuery = z.object(pageQuery);
const isNumber = (text: string) => /^[1-9]\d{0,7}$/.test(text);

/**
 * `/templates/{id}/revisions`, `…/{n}` and `…/{n}/restore`, of a deleted template too: the restore
 * brings it back with `If-None-Match: *`, and with that alone.
 */
export const revisionResources = ({ manage }: DashboardPorts): Resource[] => [
  {
    path: '/templates/:id/revisions',
    methods: {
      get: async (asked): Promise<Answer> => {
        const { limit = defaultLimit, cursor } = asked.query(revisionQuery);
        const place = placeOf(cursor, isNumber);
        const before = place === undefined ? undefined : Number(place);
        const { accountId } = asked.caller;
        const found = await listRevisions(manage, accountId, asked.part('id'), {
          before,
          limit,
        });
        const next = found.next === null ? null : String(found.next);
        return { status: 200, body: toPage(found.items, next) };
      },
    },
  },
  {
    path: '/templates/:id/revisions/:n',
    methods: {
      get: async (asked): Promise<Answer> => {
        const id = asked.part('id');
        const { accountId } = asked.caller;
        const found = await showRevision(manage, accountId, id, revisionNumber(asked));
        const { source, ...summary } = found;
        const body: Revision = { id, ...summary, ...shownContent(source) };
        return { status: 200, body };
      },
    },
  },
  {
    path: '/templates/:id/revisions/:n/restore',
    methods: {
      post: async (asked): Promise<Answer> => {
        const from = ifMatchOrDeleted(asked);
        const wanted = { templateId: asked.part('id'), revision: revisionNumber(asked), from };
        const saved = await restoreRevision(manage, asked.caller.accountId, wanted);
        return { status: 200, body: shownTemplate(saved), headers: etag(saved.head.revision) };
      },
    },
  },
];

function revisionNumber(asked: Asked): number {
  const text = asked.part('n');
  if (!isNumber(text)) throw new ProblemError('not_found');
  return Number(text);
}
