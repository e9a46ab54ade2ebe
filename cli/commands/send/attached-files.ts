import { realpath } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import { callerPath } from '../../../lib/project.ts';
import { maxInlineFilesBytes } from '../../../shared/engine/limits.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { codeOf } from '../../files/error-code.ts';
import { readRegularFile } from '../../files/regular-file.ts';

/** A file for a mail, as the user names it. */
export interface NamedFile {
  /** The path of a file, or `s3://BUCKET/KEY`. */
  path: string;
  /** The name after `cid:` in the HTML that shows the file. */
  cid?: string;
}

/** An entry of `_attachments` of execute. */
export interface AttachedFile {
  name: string;
  /** Base64. */
  content?: string;
  s3?: string;
  cid?: string;
}

/**
 * The entries of `_attachments`: each file keeps its name, without its folder.
 *
 * @throws {ManageError} for a file that cannot be read or is empty, and if the files are too large together
 */
export async function attachedFiles(files: readonly NamedFile[]): Promise<AttachedFile[]> {
  const entries: AttachedFile[] = [];
  let left = maxInlineFilesBytes;
  for (const { path, ...cid } of files) {
    if (path.startsWith('s3://')) {
      entries.push({ name: posix.basename(path), s3: path, ...cid });
    } else {
      const bytes = await bytesOf(callerPath(path), left);
      left -= bytes.length;
      entries.push({ name: basename(path), content: bytes.toString('base64'), ...cid });
    }
  }
  return entries;
}

/** The bytes of a file. Unlike a file of a template's folder, it may be a link: the user has named it. */
async function bytesOf(path: string, maxBytes: number): Promise<Buffer> {
  const reading = await readLinked(path, maxBytes);
  if ('message' in reading) throw new ManageError(`${path} ${reading.message}`);
  if ('absent' in reading) throw new ManageError(`There is no file ${path}`);
  if (reading.bytes.length === 0) throw new ManageError(`${path} is empty`);
  if (reading.bytes.length <= maxBytes) return reading.bytes;
  throw new ManageError(
    `The attached files are larger than ${maxInlineFilesBytes / 2 ** 20} MB together`,
    [],
    { hint: 'put large files into a bucket of the deployment, and attach s3://BUCKET/KEY' },
  );
}

async function readLinked(path: string, maxBytes: number) {
  try {
    return await readRegularFile(await realpath(path), maxBytes);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { absent: true } as const;
    if (code === 'EACCES') return { message: 'may not be read: check its permissions' };
    if (code === 'ELOOP') return { message: 'is a link that leads back to itself' };
    throw error;
  }
}
