import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { codeOf } from './error-code.ts';

/** Why a command neither reads nor overwrites a file of a template's folder: it does not exist, or is not a regular file. */
export type NotRegular = { absent: true } | { message: string };

// Flags for opening a file after `notRegular` has checked it: the open fails if a link has replaced the file in
// between, and the open of a pipe does not wait for a writer. Windows has neither flag.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Checks what is at a path, without following a link there. Undefined for a regular file. */
export async function notRegular(path: string): Promise<NotRegular | undefined> {
  try {
    const stats = await lstat(path);
    if (stats.isFile()) return undefined;
    if (stats.isSymbolicLink()) return isLink;
    return stats.isDirectory() ? isFolder : isSpecial;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { absent: true };
    throw error;
  }
}

const isLink = { message: 'is a link: put the file itself here' };
const isFolder = { message: 'is a folder where a file belongs' };
const isSpecial = {
  message: 'is a pipe, a device or a socket: put a file here, or remove it',
};

/** The bytes of a regular file, at most `maxBytes` + 1: a folder may contain links to secrets, and endless pipes. */
export async function readRegularFile(
  path: string,
  maxBytes: number,
): Promise<NotRegular | { bytes: Buffer }> {
  const refused = await notRegular(path);
  if (refused) return refused;
  const file = await openUnlinked(path);
  if (!file) return isLink;
  try {
    if (!(await file.stat()).isFile()) return isSpecial;
    const chunks: Buffer[] = [];
    for await (const chunk of file.createReadStream({ end: maxBytes })) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks) };
  } finally {
    await file.close();
  }
}

/** Opens the file; undefined if the path has become a link since the check. */
async function openUnlinked(path: string) {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}
