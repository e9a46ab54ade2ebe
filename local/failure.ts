import { startCommand } from '../shared/command.ts';
/** Why the local run cannot start or go on, in one sentence with the fix. `npm start` prints it and exits with 1. */
export class Failure extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'Failure';
  }
}

export function diskFull(folder: string, cause?: unknown): Failure {
  return new Failure(
    `The disk that holds ${folder} is full: free some space, then run ${startCommand} again. What was saved is kept.`,
    cause,
  );
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of Node or the system (`EADDRINUSE`, `ENOENT`, …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
