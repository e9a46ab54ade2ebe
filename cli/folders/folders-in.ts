import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { templateFiles } from './template-files.ts';

/** The folders in `dir`, by name. A link to a template's folder is a problem: its author must know that it is skipped. */
export async function foldersIn(
  dir: string,
): Promise<{ folders: string[]; problems: ManageProblem[] }> {
  const entries = await readdir(dir, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const folders: string[] = [];
  const problems: ManageProblem[] = [];
  for (const entry of entries) {
    const file = join(dir, entry.name);
    if (entry.isDirectory()) folders.push(file);
    else if (entry.isSymbolicLink() && (await leadsToTemplate(file))) {
      problems.push({ code: 'bad-file', file, message: isLink });
    }
  }
  return { folders, problems };
}

const isLink = 'is a link: put the folder itself here, or name the folder in the command';

async function leadsToTemplate(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() === true && (await isTemplateFolder(path));
}

/** A folder with any file of a template counts as a template's folder, so that a missing `template.json` is noticed. */
export async function isTemplateFolder(path: string): Promise<boolean> {
  const names = Object.values(templateFiles);
  const there = await Promise.all(names.map((name) => isThere(join(path, name))));
  return there.includes(true);
}

/** Whether the path exists. A broken link counts as existing: the code that reads it refuses it. */
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
