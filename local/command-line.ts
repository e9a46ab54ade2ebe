import { CommanderError, InvalidArgumentError } from 'commander';
import { type Progress, progressOn } from './progress.ts';
import { Stops } from './stops.ts';

/** Reads the command line with a reader that throws `CommanderError`. Exit codes: 0 after `--help`, 2: wrong usage. */
export function optionsOrExit<Options>(
  read: (argv: readonly string[]) => Options,
  argv: readonly string[] = process.argv.slice(2),
): Options {
  try {
    return read(argv);
  } catch (error) {
    // Commander has printed the error or its help.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

/** Returns the parser of an option whose value is a whole number of at most nine digits. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min) return value;
    throw new InvalidArgumentError(`It must be a whole number, ${min} or more.`);
  };
}

/** Runs a long task. It reports progress on stderr. At the end, or at a signal, it stops what the task started. */
export async function untilDone<Result>(
  work: (progress: Progress, stops: Stops) => Promise<Result>,
): Promise<Result> {
  const progress = progressOn(process.stderr);
  const stops = new Stops();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stops.all().then(() => process.exit(1)));
  }
  try {
    return await work(progress, stops);
  } finally {
    progress.end();
    await stops.all();
  }
}
