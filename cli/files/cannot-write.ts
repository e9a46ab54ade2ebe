import { lstat } from 'node:fs/promises';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { codeOf } from './error-code.ts';

const reasons: Record<string, string> = {
  EACCES: 'its permissions forbid it',
  EPERM: 'its permissions forbid it',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is where a folder belongs',
  EEXIST: 'a file is where a folder belongs',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ELOOP: 'its links form a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** Does work that writes a path, and turns an error of the file system into one sentence. */
export async function orCannotWrite<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = reasons[codeOf(cause) ?? ''];
    if (reason === undefined) throw cause;
    throw new ManageError(`${path} cannot be written: ${reason}`, [], { cause });
  }
}

/**
 * Whether anything is at a path that a command is about to write. A broken link counts.
 *
 * @throws {ManageError} where nothing could be written there
 */
export function isTaken(path: string): Promise<boolean> {
  return orCannotWrite(path, async () => {
    try {
      await lstat(path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  });
}
