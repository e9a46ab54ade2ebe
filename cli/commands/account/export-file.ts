import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { isDiskFull } from '../../files/disk-full.ts';
import { codeOf } from '../../files/error-code.ts';
import { noRoomFor, unfinishedOf } from '../../files/whole-file.ts';
import { type NumberedLine, readExport } from './move/read-export.ts';

/**
 * The file to export to: `target`, or where `target` is a folder, a file in it named after the account.
 *
 * @throws {ManageError} where the file exists and may not be overwritten
 */
export async function exportPath(target: string, accountId: string, overwrite: boolean) {
  const stats = await stat(target).catch(() => null);
  const path = stats?.isDirectory() ? join(target, `${accountId}.jsonl`) : target;
  if (overwrite || (await lstat(path).catch(() => null)) === null) return path;
  throw new ManageError(`${path} exists already: name another file, or add --overwrite`);
}

/** Writes a file whole or not at all, readable only by its owner, as fast as the disk accepts it. */
export async function writeExport(path: string, lines: AsyncIterable<string>): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    await rm(unfinished, { force: true });
    // The flag `wx` refuses an existing name, so that the export cannot follow a link of this name.
    const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(lines), file);
    await rename(unfinished, path);
  } catch (fault) {
    await rm(unfinished, { force: true });
    if (isDiskFull(fault)) throw noRoomFor(path, fault);
    if (codeOf(fault) !== 'ENOENT') throw fault;
    throw new ManageError(`The folder of ${path} does not exist: create it first`, [], {
      cause: fault,
    });
  }
}

/**
 * The lines of an export. Each call reads the file from its beginning.
 *
 * @throws {ManageError} where there is no such file, or it cannot be read twice, such as a pipe
 */
export async function* readExportFile(path: string): AsyncGenerator<NumberedLine> {
  const stats = await stat(path).catch(() => null);
  if (stats && !stats.isFile()) {
    throw new ManageError(`${path} is not a regular file: write the export into one first`);
  }
  const file = createReadStream(path);
  try {
    await once(file, 'open');
  } catch (cause) {
    throw new ManageError(`There is no file ${path}`, [], { cause });
  }
  try {
    yield* readExport(file, path);
  } finally {
    file.destroy();
  }
}
