import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { codeOf, isDiskFull } from './error-code.ts';
import { notRegular } from './regular-file.ts';

/**
 * Writes a whole file or nothing, with the old file's mode. It replaces a link. @throws {ManageError} if the disk is
 * full
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

/** Makes a new folder whole or not at all: `write` fills a temporary one. @throws {ManageError} */
export function writeWholeFolder(
  path: string,
  write: (folder: string) => Promise<unknown>,
): Promise<void> {
  return orCannotWrite(path, async () => {
    const unfinished = unfinishedOf(path);
    await mkdir(dirname(path), { recursive: true });
    try {
      await write(unfinished);
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  });
}

/** Writes an output file whole or not at all. @throws {ManageError} if something else is there, or writing fails */
export async function writeOutput(path: string, content: string): Promise<void> {
  const found = await orCannotWrite(path, () => notRegular(path));
  if (found && 'message' in found) throw new ManageError(`${path} ${found.message}`);
  await orCannotWrite(path, () => writeWholeFile(path, content));
}

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

/** Whether anything is at a path, even a broken link. @throws {ManageError} if nothing could be written there */
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
