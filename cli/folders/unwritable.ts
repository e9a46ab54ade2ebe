import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { notRegular } from '../files/regular-file.ts';
import { languageFilesIn } from './language-files.ts';
import { templateFiles } from './template-files.ts';

/**
 * Why a template cannot be written into a folder: the folder is a link although `mayBeLink` is false, or
 * one of the template's files there is not a regular file. A folder that does not exist yet is no problem.
 */
export async function unwritable(
  folder: string,
  { mayBeLink }: { mayBeLink: boolean },
): Promise<ManageProblem[]> {
  if (!mayBeLink && !(await isFolderItself(folder))) {
    return [
      {
        code: 'bad-file',
        file: folder,
        message: 'is a link or a file where a folder belongs: rename it',
      },
    ];
  }
  const problems: ManageProblem[] = [];
  const languageFiles = await languageFilesIn(folder);
  const names = [...Object.values(templateFiles), ...languageFiles.map(({ name }) => name)];
  for (const name of names) {
    const file = join(folder, name);
    const found = await notRegular(file);
    if (found && 'message' in found)
      problems.push({ code: 'bad-file', file, message: found.message });
  }
  return problems;
}

/** Whether the path is a folder and no link. A path that does not exist yet counts as a folder. */
async function isFolderItself(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() ?? true;
}
