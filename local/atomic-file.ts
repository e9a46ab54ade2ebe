import { existsSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

/** Writes a small file whole or not at all, for the owner only (mode 0600). Synchronous, so that no writes overlap. */
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
