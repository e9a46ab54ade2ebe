import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { orCannotWrite } from './cannot-write.ts';
import { unfinishedOf } from './whole-file.ts';

/**
 * Makes a new folder whole or not at all: `write` fills a temporary folder beside it, which then gets the name.
 *
 * @throws {ManageError} that names the folder, where it cannot be written
 */
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
