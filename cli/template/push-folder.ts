import { chosenAccount } from '../../shared/manage/accounts.ts';
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
import { bodyProblems } from './body-problems.ts';
import { readTemplateFolders } from './template-folders.ts';

export interface FolderPush {
  dir: string;
  account?: string | undefined;
  dryRun: boolean;
  progress: (doing: string) => void;
}

/**
 * Checks the templates in a folder and saves them.
 *
 * @throws {ManageError} with everything that is wrong with any of them, and where; then nothing is
 * saved
 */
export async function pushFolder(
  ports: ManagePorts,
  { dir, account, dryRun, progress }: FolderPush,
): Promise<PushedTemplate[]> {
  progress('Checking the templates');
  const templates = await prepareFolder(dir);
  const accountId = await chosenAccount(ports, account);
  return pushTemplates(ports, accountId, templates, { dryRun, progress });
}

/** Reads and prepares the templates in a folder, without anything but the folder. */
export async function prepareFolder(dir: string): Promise<PreparedTemplate[]> {
  const { folders, bodies, problems } = await readTemplateFolders(dir);
  const prepared: PreparedTemplate[] = [];
  for (const { source, locate } of folders) {
    const preparation = await prepareTemplate(source);
    if (preparation.ok) prepared.push(preparation.prepared);
    else problems.push(...preparation.problems.map(locate));
  }
  for (const body of bodies) problems.push(...(await bodyProblems(body)));
  if (problems.length > 0) throw filesRefused('Nothing was saved', problems);
  return prepared;
}
