import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '../../end-of-file.ts';

// On a busy machine a file can appear between the last one removed and the folder itself: then it tries again.
const removal = { recursive: true, force: true, maxRetries: 5 };

/** A folder that is gone after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-run-'));
  atEndOfFile(() => rmSync(folder, removal));
  return folder;
}
