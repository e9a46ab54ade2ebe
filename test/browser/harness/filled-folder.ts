import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';

/**
 * Creates a folder unless it exists. `fill` writes into a temporary one, which is then renamed: the folder is always
 * complete, even with several processes. If `fill` throws, the temporary folder is removed.
 */
export async function filledFolder(
  folder: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  const own = `${folder}.${randomUUID()}`;
  await mkdir(own, { recursive: true });
  try {
    await fill(own);
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process was faster: a folder that is not empty cannot be replaced.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
