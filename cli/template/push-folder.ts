import type { RevisionAuthor } from '../../shared/adapters/tables/revision-origin.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import {
  type PreparedTemplate,
  prepareTemplate,
} from '../../shared/manage/templates/prepare-template.ts';
import {
  type PushedTemplate,
  pushTemplates,
} from '../../shared/manage/templates/push-templates.ts';
import { filesRefused } from '../terminal/failure.ts';
import { table } from '../terminal/result.ts';
import { keepPulled, readPulled } from './pulled-revisions.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { TemplateFolder } from './template-folder.ts';
import { readTemplateFolders } from './template-folders.ts';

export interface FolderPush {
  dir: string;
  accountId: string;
  dryRun: boolean;
  /** Saves over what somebody else changed since the folder was pulled. */
  force: boolean;
  author: RevisionAuthor;
  progress: (doing: string) => void;
}

/**
 * Checks the templates in a folder and saves them. A folder that the account was pulled into keeps which
 * revisions it now has.
 *
 * @throws {ManageError} with every problem of every template, and its place; and if somebody else
 * changed one since the folder was pulled. Then nothing is saved
 */
export async function pushFolder(
  ports: ManagePorts,
  { dir, accountId, dryRun, force, author, progress }: FolderPush,
): Promise<PushedTemplate[]> {
  const prepared = await prepareFolder(dir);
  const pulled = await readPulled(dir, accountId);
  const { revisions } = pulled;
  const pushed = await pushTemplates(ports, accountId, prepared, {
    ...{ author, dryRun, progress },
    ...(revisions && { madeFrom: revisions }),
    check: (saves) => {
      if (revisions && !force) refuseNewer(saves, revisions, ports.now());
    },
  });
  if (revisions && !dryRun) await keepPulled(pulled, accountId, pushed);
  return pushed;
}

/**
 * Reads and prepares the templates in a folder. It needs no deployment.
 *
 * @throws {ManageError} with every problem of every template; its sentence begins with `opening`
 */
export async function prepareFolder(
  dir: string,
  opening = 'Nothing was saved',
): Promise<PreparedTemplate[]> {
  const { folders, bodies, problems } = await readTemplateFolders(dir);
  const prepared: PreparedTemplate[] = [];
  for (const { source, locate } of folders) {
    const preparation = await prepareTemplate(source);
    if (preparation.ok) prepared.push(preparation.prepared);
    else problems.push(...preparation.problems.map(locate));
  }
  for (const body of bodies) problems.push(...(await bodyProblems(body)));
  if (problems.length > 0) throw filesRefused(opening, problems);
  return prepared;
}

/** What is wrong with the HTML and the text of a template whose other files cannot be read. */
export async function bodyProblems({ source, locate }: TemplateFolder): Promise<ManageProblem[]> {
  const preparation = await prepareTemplate(source);
  const problems = preparation.ok ? [] : preparation.problems;
  return problems
    .filter(({ part }) => part === 'html' || part === 'text')
    .map(({ templateId: _, ...problem }) => locate(problem));
}

/** The result for each saved template, and the drafts that it replaced. */
export function pushTable(pushed: readonly PushedTemplate[]): string {
  const rows = pushed.map(({ id, revision, state, changes }) => [
    ...[id, revision, state, changes.join(', ')],
  ]);
  const dropped = pushed.flatMap(({ id, droppedDraft }) =>
    droppedDraft === undefined ? [] : `\nThis drops draft ${droppedDraft} of ${id}.`,
  );
  return [table(['TEMPLATE', 'REVISION', 'STATE', 'CHANGED'], rows), ...dropped].join('\n');
}
