const ends: (() => unknown)[] = [];

/**
 * Runs `end` after the last test of the file that is running, also after a failure. What was begun last ends first.
 * Helpers use it in the place of `afterAll`: the files of a worker share its modules, so a hook that a module
 * registers while it loads runs for the worker's first file alone.
 */
export function atEndOfFile(end: () => unknown): void {
  ends.push(end);
}

/** Runs what was registered since the last call, each in any outcome of the others. Throws all their errors as one. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'What a test file began did not end');
}
