import type { RevisionAuthor } from '../../../../shared/adapters/tables/revision-origin.ts';
import { readPlan } from '../../../../shared/engine/flow/plan.ts';
import { takenNames } from '../../../../shared/engine/render/join/taken-names.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import {
  type NeededApprovals,
  refuseDirect,
} from '../../../../shared/manage/templates/drafts/approval.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import type { PreparedTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { PushedTemplate } from '../../../../shared/manage/templates/saves.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { listTemplates, showTemplate } from '../../../../shared/manage/templates/templates.ts';
import { identityProblem } from '../../../../shared/message/sender.ts';
import { mapSenders } from '../../../folders/flow-sender.ts';
import { needsApproval } from '../approvals/approval-options.ts';
import { asCompared, diffTemplates, type TemplateDiff } from '../compare/diff-templates.ts';

export interface PromotionSide {
  ports: ManagePorts;
  accountId: string;
}

export interface PromotionTarget extends PromotionSide {
  /** The identities that flows of this deployment may send from; `*` for any. */
  senders: readonly string[];
}

export interface PromotionOptions {
  /** Empty: every template of the account. */
  ids: readonly string[];
  mappings: readonly SenderMapping[];
}

export interface Promotion {
  diffs: TemplateDiff[];
  prepared: PreparedTemplate[];
}

/** Reads templates with their partials, and checks them for the target. @throws {ManageError} with all problems */
export async function planPromotion(
  from: PromotionSide,
  to: PromotionTarget,
  { ids, mappings }: PromotionOptions,
): Promise<Promotion> {
  const sources = (await currentSources(from, ids)).map((source) => {
    return { ...source, flow: withMappedSenders(source.flow, mappings) };
  });
  const { prepared, problems: faults } = await prepareSources(to.ports, to.accountId, sources);
  const promoted = prepared.filter(({ isDependent }) => !isDependent);
  const unknownSenders = promoted.flatMap((each) => senderProblems(each, to.senders));
  if (faults.length + unknownSenders.length > 0) throw refusal(faults, unknownSenders, to.senders);
  const diffs = await diffTemplates(to.ports, to.accountId, prepared);
  return { diffs, prepared };
}

/** Saves what was planned. @throws {ManageError} `stale` if another person changed a template since */
export function runPromotion(
  { ports, accountId }: PromotionTarget,
  { diffs, prepared }: Promotion,
  { author, approvals }: { author: RevisionAuthor; approvals: NeededApprovals },
  progress: (doing: string) => void,
): Promise<PushedTemplate[]> {
  const opening = 'Nothing was promoted: another person changed';
  return pushTemplates(ports, accountId, prepared, {
    ...{ author, progress, override: approvals.override },
    check: (saves) => {
      refuseDirect(saves, approvals, needsApproval);
      asCompared(diffs, (id) => `${opening} ${id} in ${accountId} meanwhile`)(saves);
    },
  });
}

/** The named templates, and after them the partials that they take. */
async function currentSources(
  { ports, accountId }: PromotionSide,
  ids: readonly string[],
): Promise<TemplateSource[]> {
  const known = new Set(
    (await listTemplates(ports, accountId)).map(({ templateId }) => templateId),
  );
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new ManageError(`Account ${accountId} has no template ${unknown.join(', ')}`, [], {
      code: 'unknown',
      hint: 'template list shows its templates',
    });
  }
  const wanted = ids.length > 0 ? new Set(ids) : known;
  const sources: TemplateSource[] = [];
  for (let next = [...wanted]; next.length > 0; ) {
    const current = await inParallel(next, (id) => showTemplate(ports, accountId, id));
    const read = current.map(({ source }) => source);
    sources.push(...read);
    next = [...new Set(read.flatMap(takenNames))].filter((id) => known.has(id) && !wanted.has(id));
    for (const id of next) wanted.add(id);
  }
  return sources;
}

function senderProblems(
  { templateId, revision }: PreparedTemplate,
  senders: readonly string[],
): ManageProblem[] {
  const output = readPlan(revision.plan)?.output;
  if (output?.type !== 'provider') return [];
  if (identityProblem(output.from, senders) === null) return [];
  const message = `sends from ${output.from}, which is not a sender identity of the target`;
  return [{ code: 'bad-sender', templateId, part: 'flow', message }];
}

function refusal(
  faults: readonly ManageProblem[],
  unknownSenders: readonly ManageProblem[],
  senders: readonly string[],
): ManageError {
  const problems = [...faults, ...unknownSenders];
  const many = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  const there =
    senders.length > 0
      ? `the target's identities are ${senders.join(', ')}`
      : 'the target has none yet';
  const hint = `map a sender with --sender OLD=NEW; ${there}`;
  return new ManageError(
    `Nothing was promoted: ${many} in the templates`,
    problems,
    unknownSenders.length > 0 ? { hint } : {},
  );
}

/** The new sender for an old one, when a flow is copied to another deployment: two addresses, or two domains. */
export interface SenderMapping {
  old: string;
  next: string;
}

export function withMappedSenders(flow: unknown, mappings: readonly SenderMapping[]): unknown {
  return mapSenders(flow, (from) => mapSender(from, mappings));
}

/** The first mapping that matches counts. The name before an address is kept. */
export function mapSender(from: string, mappings: readonly SenderMapping[]): string {
  const [, before = '', address = '', after = ''] =
    /^(.*<)?\s*([^<>]*?)\s*(>\s*)?$/.exec(from) ?? [];
  const [user, domain] = address.split('@');
  for (const { old, next } of mappings) {
    if (same(old, address)) return `${before}${next}${after}`;
    if (same(old, domain)) return `${before}${user}@${next}${after}`;
  }
  return from;
}

const same = (one: string, other = '') => one.toLowerCase() === other.toLowerCase();
