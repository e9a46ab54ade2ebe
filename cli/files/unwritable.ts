import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { templateFiles } from '../template/template-folder.ts';
import { notRegular } from './regular-file.ts';

/**
 * Why a template cannot be written into a folder: it is a link where it may not be one, or one of its
 * files is not a regular file. A folder that does not exist is made.
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
  for (const name of Object.values(templateFiles)) {
    const file = join(folder, name);
    const found = await notRegular(file);
    if (found && 'message' in found)
      problems.push({ code: 'bad-file', file, message: found.message });
  }
  return problems;
}

/** A folder that is none yet counts as one. */
async function isFolderItself(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() ?? true;
}
