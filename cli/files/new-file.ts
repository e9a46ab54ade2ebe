import { writeFile } from 'node:fs/promises';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { codeOf, isDiskFull } from './error-code.ts';
import { noRoomFor } from './whole-file.ts';

/** Writes a file that only its owner can read. @throws {ManageError} for a path that exists, or that has no folder */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  } catch (fault) {
    if (isDiskFull(fault)) throw noRoomFor(path, fault);
    const cause = { cause: fault };
    if (codeOf(fault) === 'EEXIST') {
      throw new ManageError(`${path} exists already: name another file`, [], cause);
    }
    if (codeOf(fault) !== 'ENOENT') throw fault;
    throw new ManageError(`The folder of ${path} does not exist: create it first`, [], cause);
  }
}
