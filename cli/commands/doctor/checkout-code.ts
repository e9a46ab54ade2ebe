import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { scripts } from '../../../lib/home.ts';

const hashes = z.record(z.string(), z.string());

let bundling: { child: ChildProcess; code: Promise<ReadonlyMap<string, string>> } | undefined;

/**
 * The hash of each function's bundle as this checkout would deploy it, by the function's name. The
 * bundling runs in its own process, and only once, unless it was stopped.
 */
export function checkoutCode(): Promise<ReadonlyMap<string, string>> {
  bundling ??= startBundling();
  return bundling.code;
}

function startBundling(): typeof bundling & {} {
  const running = promisify(execFile)(process.execPath, [scripts.functionHashes]);
  const code = running.then(
    ({ stdout }) => new Map(Object.entries(hashes.parse(JSON.parse(stdout)))),
  );
  return { child: running.child, code };
}

/** Ends the process that bundles, if it still runs. The next call of `checkoutCode` starts a new one. */
export function stopBundling(): void {
  if (bundling?.child.exitCode !== null) return;
  bundling.child.kill();
  bundling = undefined;
}
