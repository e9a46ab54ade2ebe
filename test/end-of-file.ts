const ends: (() => unknown)[] = [];

// The files of a process share it and its modules. Each begins with the variables and the folder that it began with. A
// test may replace the object of the variables, in which TZ would change nothing.
const { env } = process;
const variables = { ...env };
const folder = process.cwd();

/**
 * Runs `end` after the last test of the running file, also after a failure. What was begun last ends first. Helpers
 * use it in place of `afterAll`: a hook that a module registers while it loads runs for the process's first file alone.
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
  restoreVariables();
  process.chdir(folder);
  if (errors.length > 0) throw new AggregateError(errors, 'What a test file began did not end');
}

/** Gives the process the environment variables that it began with. */
export function restoreVariables(): void {
  process.env = env;
  for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
  Object.assign(env, variables);
}

/** Stops at the end of the test file what a helper started, if nothing stopped it before. */
export function stoppedAtEnd<T extends { stop: (...how: never[]) => unknown }>(started: T): T {
  let stopping: ReturnType<T['stop']> | undefined;
  const stop = (...how: never[]) => {
    stopping ??= started.stop(...how) as ReturnType<T['stop']>;
    return stopping;
  };
  atEndOfFile(stop);
  return { ...started, stop };
}
