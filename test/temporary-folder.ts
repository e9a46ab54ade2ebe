import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './end-of-file.ts';

/** Creates a folder, and removes it at the end of the test file. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'postrider-test-'));
  atEndOfFile(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
