import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { codeOf } from '../terminal/error-code.ts';

/** Why a file of a template's folder is not read or written over; undefined for a regular file. */
export type NotRegular = { absent: true } | { message: string };

// The open after the look: a link that is put there in between fails, and a pipe does not wait for a writer.
// Windows has neither flag.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Looks at what a path names, without following a link there. */
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

/**
 * The bytes of a regular file, at most one more than `maxBytes`, or why it is not read. A template's
 * folder may come from another person: a link could lead to a secret of this machine, a pipe never
 * ends, and a device ends never or fills the memory.
 */
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

/** Undefined where the path is a link by now. */
async function openUnlinked(path: string) {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}
