/** Prints as JSON the hash of each function's bundle in this checkout, by the function's name, for `doctor`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { functionBundles } from '../lib/builds.ts';
import { functionHash } from '../lib/function-code.ts';

const outdir = mkdtempSync(join(tmpdir(), 'postrider-hashes-'));
try {
  const stack = new Stack(new App({ outdir }), 'hashes');
  const folders = [...functionBundles().keys()];
  const hashes = folders.map((folder) => [nameOf(folder), functionHash(stack, folder)]);
  process.stdout.write(JSON.stringify(Object.fromEntries(hashes)));
} finally {
  rmSync(outdir, { recursive: true });
}

/** Turns the folder's name into the function's: `not-found` becomes `NotFound`. */
function nameOf(folder: string): string {
  return folder.replace(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase());
}
