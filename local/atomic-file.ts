import { existsSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Writes a small file as a whole or not at all: a killed run never leaves half of it, and a reader never sees half of
 * it. Only the owner may read it (mode 0600). Synchronous, so that two writes cannot overlap.
 */
export function writeFileAtomically(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (fault) {
    // Unlike `rmSync`, it names the error of a file system that is read-only.
    if (existsSync(unfinished)) unlinkSync(unfinished);
    throw fault;
  }
}
