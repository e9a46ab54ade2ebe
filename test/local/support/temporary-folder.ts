import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-run-'));
  made.push(folder);
  return folder;
}

afterEach(() => {
  // On a busy machine a file can appear between the last one removed and the folder itself: then it tries again.
  const options = { recursive: true, force: true, maxRetries: 5 };
  for (const folder of made.splice(0)) rmSync(folder, options);
});
