import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { isDiskFull } from './disk-full.ts';

/**
 * Writes a file whole or not at all: the one that was there is not touched until the new one is
 * complete. The new one has the mode of the old one, or the usual mode of a new file. It takes the
 * place of a link, and never writes through one.
 *
 * @throws {ManageError} naming the file where the disk has no room
 */
export async function writeWholeFile(path: string, content: string): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    const mode = await modeOf(path);
    await rm(unfinished, { force: true });
    // Exclusive: a link of this name would lead the text elsewhere.
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

/** Where a file is written until it is complete: beside it, so that a rename is enough. */
export function unfinishedOf(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

export function noRoomFor(path: string, cause: unknown): ManageError {
  const sentence = `The disk is full: ${path} was not written; free some space, then run this again`;
  return new ManageError(sentence, [], { cause });
}
