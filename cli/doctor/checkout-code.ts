import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { scripts } from '../../lib/home.ts';
import { once } from '../../shared/manage/doctor/once.ts';

const hashes = z.record(z.string(), z.string());

let bundling: ChildProcess | undefined;

/**
 * The hash of each function's bundle as this checkout would deploy it, by the function's name. The
 * bundling runs in its own process, and only once.
 */
export const checkoutCode = once(async (): Promise<ReadonlyMap<string, string>> => {
  const running = promisify(execFile)(process.execPath, [scripts.functionHashes]);
  bundling = running.child;
  const { stdout } = await running;
  return new Map(Object.entries(hashes.parse(JSON.parse(stdout))));
});

/** Stops a bundling whose result is no longer needed. */
export function stopBundling(): void {
  bundling?.kill();
}
