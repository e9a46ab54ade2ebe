import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';

/**
 * Makes a folder once, with all that is to be in it. `fill` writes into a folder of its own beside it, which
 * takes the name at the end: a folder of that name is always whole, however many processes make it at once
 * and wherever one of them is stopped. Throws what `fill` throws, and leaves nothing behind then.
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
