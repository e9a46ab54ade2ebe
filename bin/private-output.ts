import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foreignAccess } from '../cli/files/folder-owner.ts';

/** The folder of a synthesis cannot be used. The message names it, and the way on. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** What a synthesis writes. The CDK's own locks are in the same folder, and stay. */
const synthesised =
  /^(asset\..+|bundling-temp-.+|.+\.(template|assets|metadata)\.json|(manifest|tree|package|validation-report|policy-validation-report)\.json|cdk\.out)$/;

/**
 * Keeps a folder that the CDK synthesises into for its user alone, and removes what was synthesised
 * before. The CDK takes a bundle that is there already by its name, and makes its folder writable for
 * everybody: another user of this machine could have changed it.
 *
 * @throws {OutputError} where the folder, or something in it, belongs to another user
 */
export function emptyOutput(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (foreignAccess(folder) === 'owned') {
    throw new OutputError(
      `${folder} belongs to another user of this machine, who could change the functions in it: remove it, then run this again`,
    );
  }
  // First of all: from here on no other user reaches what is in it.
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) if (synthesised.test(name)) remove(join(folder, name));
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (cause) {
    throw new OutputError(
      `${path} is left from another synthesis and cannot be removed: remove it, then run this again`,
      { cause },
    );
  }
}
