import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foreignAccess } from '../cli/files/folder-owner.ts';

/** The CDK's output folder cannot be used. The message names the folder and says what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Names of the files that a synthesis writes. The CDK's own locks are in the same folder, and stay. */
const synthesised =
  /^(asset\..+|bundling-temp-.+|.+\.(template|assets|metadata)\.json|(manifest|tree|package|validation-report|policy-validation-report)\.json|cdk\.out)$/;

/**
 * Closes the CDK's output folder to other users and empties it: they could have changed a bundle that the CDK reuses.
 *
 * @throws {OutputError} if the folder belongs to another user, or a file in it cannot be removed
 */
export function emptyOutput(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (foreignAccess(folder) === 'owned') {
    throw new OutputError(
      `${folder} belongs to another user of this machine, who could change the functions in it: remove it, then run this again`,
    );
  }
  // First of all: after this, no other user can change what is in it.
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) if (synthesised.test(name)) remove(join(folder, name));
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (cause) {
    throw new OutputError(
      `Cannot remove ${path}, which an earlier synthesis wrote: remove it yourself, then run this again`,
      { cause },
    );
  }
}
