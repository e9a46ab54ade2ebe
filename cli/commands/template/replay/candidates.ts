import type { TemplateRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { readHead, readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import { planPublish } from '../../../../shared/manage/templates/drafts/publish-drafts.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import { branchTargets, listDrafts } from '../../../../shared/manage/templates/templates.ts';
import { prepareFolder, type StoredPartials } from '../../../folders/prepare-folder.ts';

export interface Candidate {
  templateId: string;
  revision: TemplateRevision;
  draft?: number | undefined;
}

/** The mails in a folder and those that take its partials, by id. @throws {ManageError} for problems and unknown ids */
export async function candidatesIn(
  dir: string,
  stored: StoredPartials,
  ids: readonly string[],
): Promise<Candidate[]> {
  const prepared = await prepareFolder(dir, stored, { opening: 'Nothing was replayed' });
  const mails = prepared.filter(({ revision }) => revision.kind !== 'partial');
  const unknown = ids.filter((id) => !mails.some(({ templateId }) => templateId === id));
  if (unknown.length > 0) {
    throw new ManageError(`${dir} has no template ${unknown.join(', ')}`, [], { code: 'unknown' });
  }
  return mails.filter(({ templateId }) => ids.length === 0 || ids.includes(templateId)).sort(byId);
}

/** The drafts as a publish would serve them now, by id. @throws {ManageError} for a missing or refused draft */
export async function drafts(
  ports: TemplatePorts,
  accountId: string,
  ids: readonly string[],
): Promise<Candidate[]> {
  const heads = ids.length > 0 ? [] : await listDrafts(ports, accountId);
  const named = ids.length > 0 ? ids : heads.map(({ templateId }) => templateId);
  const { drafts: stored, prepared } = await planPublish(ports, accountId, named, { force: true });
  const numbers = new Map(stored.map(({ head, draft }) => [head.templateId, draft.revision]));
  return prepared
    .map(({ templateId, revision }) => ({ templateId, revision, draft: numbers.get(templateId) }))
    .sort(byId);
}

function byId(one: Candidate, other: Candidate): number {
  return one.templateId < other.templateId ? -1 : 1;
}

/** What the account serves instead of a candidate. */
export interface Comparison extends Candidate {
  /** Null if the account serves no such template. */
  served: { number: number; revision: TemplateRevision } | null;
  /** Whether both make the same mail from any request, also where a branch leads to another candidate. */
  isSame: boolean;
}

export async function withServed(
  { templates }: TemplatePorts,
  accountId: string,
  candidates: readonly Candidate[],
): Promise<Comparison[]> {
  const all = await inParallel(candidates, async (candidate) => {
    const { templateId } = candidate;
    const head = await readHead(templates, accountId, templateId);
    const revision = head && (await readRevision(templates, accountId, templateId, head.revision));
    if (!revision) return { ...candidate, served: null, isSame: false };
    const isSame = whatRuns(revision) === whatRuns(candidate.revision);
    return { ...candidate, served: { number: head.revision, revision }, isSame };
  });
  const changed = new Set(all.flatMap(({ isSame, templateId }) => (isSame ? [] : templateId)));
  return all.map(({ isSame, ...one }) => ({
    ...one,
    isSame: isSame && !branchTargets(one.revision).some((id) => changed.has(id)),
  }));
}

function whatRuns({ compiled, plan, language, languages = {} }: TemplateRevision): string {
  const others = Object.entries(languages).map(([tag, other]) => [tag, other.compiled]);
  return JSON.stringify([compiled, plan, language, others]);
}
