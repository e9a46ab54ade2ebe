import { isDeepStrictEqual } from 'node:util';
import { readRevision } from '../../../adapters/tables/templates-table.ts';
import { ManageError, type ManageProblem } from '../../manage-error.ts';
import { inParallel } from '../../parallel.ts';
import { checkAuthor } from '../new-revision.ts';
import { prepareSources } from '../prepare-sources.ts';
import type { PreparedTemplate } from '../prepare-template.ts';
import { pushTemplates } from '../push-templates.ts';
import type { PushedTemplate, SavePorts } from '../saves.ts';
import type { TemplatePorts } from '../template-head.ts';
import { changesBetween, sourceOf } from '../template-source.ts';
import { discardDraft, readDraft, type StoredDraft } from './stored-draft.ts';

/** Drafts that may be published; nothing is written yet. */
export interface PublishPlan {
  drafts: readonly StoredDraft[];
  /** Joined with the partials as they are served now. */
  prepared: readonly PreparedTemplate[];
}

export interface PublishOptions {
  /** The served revision that each draft was compared with, by id. Default: the one that it was made from. */
  over?: ReadonlyMap<string, number>;
  force?: boolean;
}

/**
 * Reads and prepares drafts that are published together.
 *
 * @throws {ManageError} for a template without a draft (`unknown`), for those changed since their draft was made
 * (`stale`), and for a draft that a push would refuse today
 */
export async function planPublish(
  ports: TemplatePorts,
  accountId: string,
  ids: readonly string[],
  { over = new Map(), force = false }: PublishOptions = {},
): Promise<PublishPlan> {
  const drafts = await inParallel([...new Set(ids)], (id) => readDraft(ports, accountId, id));
  const changed = await inParallel(force ? [] : drafts, (each) =>
    changedSince(ports, accountId, each, over.get(each.head.templateId) ?? each.draft.origin.from),
  );
  const problems = changed.flat();
  if (problems.length > 0) {
    const [first] = drafts;
    throw new ManageError('Nothing was published', problems, {
      code: 'stale',
      revision: drafts.length === 1 ? first?.head.revision : undefined,
      hint: 'template diff ID --draft shows the difference; template publish ID --force publishes the draft nevertheless',
    });
  }
  const sources = drafts.map(({ head, content }) => sourceOf(head.templateId, content));
  const { prepared, problems: refused } = await prepareSources(ports, accountId, sources);
  if (refused.length === 0) return { drafts, prepared };
  throw new ManageError('Nothing was published: a push would refuse the drafts today', refused);
}

/** A problem if a template was changed since revision `from`, by more than revisions of its partials. */
async function changedSince(
  { templates }: TemplatePorts,
  accountId: string,
  { head }: StoredDraft,
  from: number | undefined,
): Promise<ManageProblem[]> {
  const { templateId, revision, deletedAt, updatedAt, origin } = head;
  const isLive = deletedAt === undefined;
  if (revision === 0) return [];
  if (isLive ? from === revision : from === undefined) return [];
  if (isLive && from !== undefined) {
    const [before, after] = await inParallel([from, revision], (number) =>
      readRevision(templates, accountId, templateId, number),
    );
    const changes = before && after ? changesBetween(before, after) : null;
    if (changes && isDeepStrictEqual(changes, ['partials'])) return [];
  }
  const by = origin ? ` by ${origin.by}, ${origin.how},` : '';
  const made = from === undefined ? 'as a new template' : `from revision ${from}`;
  const what = isLive ? `revision ${revision}${by}` : `deleted${by}`;
  const message = `was changed since its draft was made ${made}: ${what} at ${updatedAt}`;
  return [{ code: 'changed-meanwhile', templateId, message }];
}

/**
 * Serves all planned drafts, or none, and saves again what takes a published partial. A draft whose partials have not
 * changed keeps its number.
 *
 * @throws {ManageError} `stale` if someone changed a template or its draft since
 */
export async function publishDrafts(
  ports: SavePorts,
  accountId: string,
  { drafts, prepared }: PublishPlan,
  { by, note, override }: { by: string } & Partial<Record<'note' | 'override', string | undefined>>,
): Promise<PushedTemplate[]> {
  const planned = new Map(drafts.map((draft) => [draft.head.templateId, draft]));
  const authors = [...planned].map(([id, { draft }]) => {
    const { origin } = draft;
    const how = `publish of draft by ${origin.by}`;
    const approvedBy = draft.approvals?.map((approval) => approval.by.name);
    return [id, { ...checkAuthor({ by, how, note: note ?? origin.note }), approvedBy }] as const;
  });
  const madeFrom = [...planned].flatMap(([id, { draft }]) =>
    draft.origin.from === undefined ? [] : [[id, draft.origin.from] as const],
  );
  const pushed = await pushTemplates(ports, accountId, prepared, {
    author: { by, how: 'publish' },
    authors: new Map(authors),
    ...{ madeFrom: new Map(madeFrom), areDrafts: true, override },
    check: (saves) => {
      for (const { seen, prepared } of saves) {
        if (prepared.isDependent) continue;
        const { head, draft } = planned.get(prepared.templateId) ?? {};
        const isSame = seen?.revision === head?.revision && seen?.deletedAt === head?.deletedAt;
        if (isSame && seen?.draft?.createdAt === draft?.createdAt) continue;
        throw new ManageError(
          `Nothing was published: someone changed ${prepared.templateId} meanwhile`,
          [],
          { code: 'stale', revision: seen?.revision, hint: 'check the difference again' },
        );
      }
    },
  });
  // A draft of what is served already has nothing to write.
  const unchanged = pushed.filter(({ id, changed }) => planned.has(id) && !changed);
  await inParallel(unchanged, ({ id }) => discardDraft(ports, accountId, id));
  return pushed;
}
