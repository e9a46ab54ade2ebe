import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { isDiskFull } from './disk-full.ts';

/**
 * Writes a whole file or nothing: the old file stays unchanged until the new one is complete. The new
 * file gets the mode of the old one, or the usual mode of a new file. If the path is a link, the new
 * file replaces the link, and the target of the link stays unchanged.
 *
 * @throws {ManageError} that names the file, if the disk is full
 */
export async function writeWholeFile(path: string, content: string): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    const mode = await modeOf(path);
    await rm(unfinished, { force: true });
    // `wx` fails if the path exists. Without it, a link with this name would lead the text to another file.
    await writeFile(unfinished, content, { mode, flag: 'wx' });
    await rename(unfinished, path);
  } catch (fault) {
    await rm(unfinished, { force: true });
    throw isDiskFull(fault) ? noRoomFor(path, fault) : fault;
  }
}

async function modeOf(path: string): Promise<number> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isFile() ? stats.mode : 0o666;
}

/** The temporary path of a file until it is complete: in the same folder, so that a rename moves it into place. */
export function unfinishedOf(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

export function noRoomFor(path: string, cause: unknown): ManageError {
  const sentence = `The disk is full: ${path} was not written; free some space, then run this again`;
  return new ManageError(sentence, [], { cause });
}
