import type { Command } from 'commander';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import {
  type DraftSave,
  type SavedDraft,
  saveDrafts,
} from '../../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareFolder } from '../../../folders/prepare-folder.ts';
import { nextCommand } from '../../../terminal/options.ts';
import { table } from '../../../terminal/result.ts';
import { timeAgo } from '../../../terminal/text.ts';
import { languageProblems } from '../lint/language-findings.ts';
import { keepPulled, readPulled } from './pulled-revisions.ts';
import type { FolderPush } from './push-folder.ts';
import { refuseChanged, refuseNewer } from './refuse-newer.ts';

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
    if (!draft || !outcome.changed || pulled.get(outcome.id) === draft.revision) return null;
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
