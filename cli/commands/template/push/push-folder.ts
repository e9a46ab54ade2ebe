import type { Command } from 'commander';
import type { RevisionAuthor } from '../../../../shared/adapters/tables/revision-origin.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import {
  type NeededApprovals,
  refuseDirect,
} from '../../../../shared/manage/templates/drafts/approval.ts';
import {
  type DraftSave,
  type SavedDraft,
  saveDrafts,
} from '../../../../shared/manage/templates/drafts/save-drafts.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { PushedTemplate, SavedTemplate } from '../../../../shared/manage/templates/saves.ts';
import { prepareFolder } from '../../../folders/prepare-folder.ts';
import { nextCommand } from '../../../terminal/options.ts';
import { table } from '../../../terminal/result.ts';
import { timeAgo } from '../../../terminal/text.ts';
import { needsApproval } from '../approvals/approval-options.ts';
import { newlyRequired, requirementLines } from '../compare/newly-required.ts';
import { languageProblems } from '../lint/language-findings.ts';
import { keepPulled, readPulled } from './pulled-revisions.ts';
import { refuseChanged, refuseNewer, refuseUnpushed } from './refuse-newer.ts';

export interface FolderPush {
  dir: string;
  accountId: string;
  dryRun: boolean;
  /** Overwrites what other people changed since the folder was pulled, or saved by other means than a push. */
  force: boolean;
  author: RevisionAuthor;
  approvals: NeededApprovals;
  progress: (doing: string) => void;
}

/** `requires`: the variables that the push made required; absent if there are none. */
export type FolderPushed = PushedTemplate & { requires?: string[] };

/**
 * Saves the templates in a folder, and records their revisions in it. @throws {ManageError} with every problem, and if
 * another person changed a template since it was pulled, or a change needs an approval; then nothing is saved
 */
export async function pushFolder(
  ports: ManagePorts,
  { dir, accountId, dryRun, force, author, approvals, progress }: FolderPush,
): Promise<FolderPushed[]> {
  const prepared = await prepareFolder(dir, { ports, accountId }, { problemsOf: languageProblems });
  const pulled = await readPulled(dir, accountId);
  const { revisions } = pulled;
  const elsewhere = new Set<string>();
  const requires = new Map<string, string[]>();
  const pushed = await pushTemplates(ports, accountId, prepared, {
    ...{ author, dryRun, progress, override: approvals.override },
    ...(revisions && { madeFrom: revisions }),
    check: (saves) => {
      if (!dryRun) refuseDirect(saves, approvals, needsApproval);
      if (!force && revisions) refuseNewer(saves, revisions, ports.now());
      else if (!force) refuseUnpushed(saves, ports.now());
      for (const save of saves) {
        if (revisions && isElsewhere(save, revisions)) elsewhere.add(save.outcome.id);
        requires.set(save.outcome.id, newlyRequired(save));
      }
    },
  });
  const kept = pushed.filter(({ id }) => !elsewhere.has(id));
  if (revisions && !dryRun) await keepPulled(pulled, accountId, kept);
  return pushed.map((one) => {
    const names = requires.get(one.id) ?? [];
    return names.length > 0 ? { ...one, requires: names } : one;
  });
}

/** Whether a template was saved again because of a partial, although the folder has an older version of it. */
function isElsewhere(
  { prepared, head, outcome }: SavedTemplate,
  revisions: ReadonlyMap<string, number>,
): boolean {
  return prepared.isDependent === true && head?.revision !== revisions.get(outcome.id);
}

export function pushTable(pushed: readonly FolderPushed[]): string {
  const rows = pushed.map(({ id, revision, state, changes, because }) => [
    ...[id, revision, state],
    because === undefined ? changes.join(', ') : `because of ${because}`,
  ]);
  const stale = pushed.flatMap(({ id, staleDraft }) =>
    staleDraft === undefined
      ? []
      : `\nDraft ${staleDraft} of ${id} stays, and is stale: it was made from an older revision.`,
  );
  const required = requirementLines(pushed).map((line) => `\n${line}.`);
  return [table(['TEMPLATE', 'REVISION', 'STATE', 'CHANGED'], rows), ...required, ...stale].join(
    '\n',
  );
}

/** Like `pushFolder`, but saves drafts. @throws {ManageError} also for a draft that the folder was not made from */
export async function pushDrafts(
  ports: ManagePorts,
  { dir, accountId, dryRun, force, author, progress }: FolderPush,
): Promise<SavedDraft[]> {
  const prepared = await prepareFolder(dir, { ports, accountId }, { problemsOf: languageProblems });
  const pulled = await readPulled(dir, accountId);
  const { revisions } = pulled;
  progress('Saving the drafts');
  const saved = await saveDrafts(ports, accountId, prepared, {
    author,
    dryRun,
    check: (saves) => {
      if (force) return;
      if (revisions) refuseNewer(saves, revisions, ports.now());
      refuseOtherDrafts(saves, revisions ?? new Map(), ports.now());
    },
  });
  const drafts = saved.filter(({ draft }) => draft);
  if (revisions && !dryRun) await keepPulled(pulled, accountId, drafts);
  return saved;
}

function refuseOtherDrafts(
  saves: readonly DraftSave[],
  pulled: ReadonlyMap<string, number>,
  now: Date,
): void {
  const refusal = {
    sentence: 'Nothing was saved: templates have drafts already',
    hint: 'template diff ID --draft shows a draft; a push with --draft and --force replaces it',
  };
  refuseChanged(saves, refusal, ({ seen, outcome }) => {
    const draft = seen?.draft;
    const isPulled = !draft?.isApart && pulled.get(outcome.id) === draft?.revision;
    if (!draft || !outcome.changed || isPulled) return null;
    const { by, how } = draft.origin;
    return `has another draft: ${draft.revision} by ${by}, ${how}, ${timeAgo(new Date(draft.createdAt), now)}`;
  });
}

/** The result for each template; partials have no drafts, and no line. */
export function draftTable(saved: readonly SavedDraft[]): string {
  const rows = saved.map(({ id, revision, state, changes, draft }) => [
    ...[id, draft ? revision : '', state, changes.join(', ')],
  ]);
  return table(['TEMPLATE', 'DRAFT', 'STATE', 'CHANGED'], rows);
}

export function afterDrafts(saved: readonly SavedDraft[], command: Command): string {
  const ids = saved.flatMap(({ id, draft }) => (draft ? id : []));
  if (ids.length === 0) return 'No draft was saved: nothing differs from what is served.';
  return `To serve the drafts: ${nextCommand(command, `template publish ${ids.join(' ')}`)}`;
}
