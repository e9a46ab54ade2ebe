import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { readHead, readRevision } from '../../adapters/tables/templates-table.ts';
import { inParallel } from '../parallel.ts';
import { planPublish } from '../templates/drafts/publish-drafts.ts';
import type { TemplatePorts } from '../templates/template-head.ts';
import { branchTargets, listDrafts } from '../templates/templates.ts';

export interface Candidate {
  templateId: string;
  revision: TemplateRevision;
  draft?: number | undefined;
}

/** The mails that a publish of drafts would change now, by id. @throws {ManageError} for a missing or refused draft */
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
    .filter(({ revision }) => revision.kind !== 'partial')
    .map(({ templateId, revision }) => ({ templateId, revision, draft: numbers.get(templateId) }))
    .sort(byId);
}

export function byId(one: Candidate, other: Candidate): number {
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
