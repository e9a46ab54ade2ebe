import { isDiskFull } from '../cli/files/error-code.ts';
import { optionsOrExit } from './command-line.ts';
import { diskFull, Failure } from './failure.ts';
import { type LocalRun, startLocal } from './local-run.ts';
import { readOptions } from './options.ts';
import { type Progress, progressOn } from './progress.ts';
import { summary } from './summary.ts';

/** `npm start`: runs until a signal. Exit codes: 0 after a signal, 1 if it cannot start or go on, 2: wrong usage. */
export async function run(argv: readonly string[]): Promise<void> {
  const options = optionsOrExit(readOptions, argv);
  const progress = progressOn(process.stderr);
  const stopping = stopOnSignals();
  try {
    const local = await startLocal(options, progress, stopping);
    process.stdout.write(summary(local.deployment, options));
    await untilStopped(local, stopping);
    progress.note('Stopping');
    await local.stop();
  } catch (error) {
    progress.end();
    if (!stopping.aborted)
      fail(isDiskFull(error) ? diskFull(options.data, error) : error, progress);
  }
  process.exit();
}

/** Milliseconds in which a second signal counts as the same: npm passes on the signal that the terminal also sends. */
const sameSignalMs = 500;

/** The first signal aborts the returned signal; a later one ends the process at once. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  let first: number | undefined;
  const take = () => {
    first ??= performance.now();
    if (performance.now() - first > sameSignalMs) process.exit(1);
    stopping.abort();
  };
  process.on('SIGINT', take).on('SIGTERM', take);
  return stopping.signal;
}

/** Resolves at a signal; throws when a server has ended by itself. */
async function untilStopped({ died, stop }: LocalRun, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return;
  const aborted = new Promise((resolve) => {
    stopping.addEventListener('abort', resolve, { once: true });
  });
  try {
    await Promise.race([aborted, died]);
  } catch (error) {
    await stop();
    throw error;
  }
}

function fail(error: unknown, progress: Progress): void {
  process.exitCode = 1;
  progress.note(
    error instanceof Failure ? error.message : String((error as Error)?.stack ?? error),
  );
}
