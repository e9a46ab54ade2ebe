const ends: (() => unknown)[] = [];

// The test files of a process share it and its modules. Each starts with the process's first variables and folder. A
// test may replace `process.env` by another object, in which setting TZ has no effect.
const { env } = process;
const variables = { ...env };
const folder = process.cwd();

/**
 * Runs `end` after the last test of the running file, also after a failure. The last registered runs first. Helpers
 * use it in place of `afterAll`: a hook that a module registers while it loads runs only for the process's first file.
 */
export function atEndOfFile(end: () => unknown): void {
  ends.push(end);
}

/** Runs everything registered since the last call, even if some of it fails. Throws all errors as one. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  restoreVariables();
  process.chdir(folder);
  if (errors.length > 0) throw new AggregateError(errors, 'What a test file began did not end');
}

/** Restores the environment variables with which the process started. */
export function restoreVariables(): void {
  process.env = env;
  for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
  Object.assign(env, variables);
}

/** Stops at the end of the test file everything that a helper started and that still runs. */
export function stoppedAtEnd<T extends { stop: (...how: never[]) => unknown }>(started: T): T {
  let stopping: ReturnType<T['stop']> | undefined;
  const stop = (...how: never[]) => {
    stopping ??= started.stop(...how) as ReturnType<T['stop']>;
    return stopping;
  };
  atEndOfFile(stop);
  return { ...started, stop };
}
