import { ManageError } from '../../shared/manage/manage-error.ts';
import { orCannotWrite } from './cannot-write.ts';
import { notRegular } from './regular-file.ts';
import { writeWholeFile } from './whole-file.ts';

/**
 * Writes the file that the user named for the output, whole or not at all; it replaces a regular file.
 *
 * @throws {ManageError} where something else than a file is there, or the file cannot be written
 */
export async function writeOutput(path: string, content: string): Promise<void> {
  const found = await orCannotWrite(path, () => notRegular(path));
  if (found && 'message' in found) throw new ManageError(`${path} ${found.message}`);
  await orCannotWrite(path, () => writeWholeFile(path, content));
}
