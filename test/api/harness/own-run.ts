import { atEndOfFile } from '../../end-of-file.ts';
import { type LocalProcess, type Start, startLocalProcess } from '../run/local-process.ts';

/** Makes sure that what a test file started is stopped at its end, also after a failure. The last is stopped first. */
export function stoppedAtEnd<T extends { stop: (...how: never[]) => Promise<unknown> }>(
  started: T,
): T {
  let stopping: Promise<unknown> | undefined;
  const stop = (...how: never[]) => {
    stopping ??= started.stop(...how);
    return stopping;
  };
  atEndOfFile(stop);
  return { ...started, stop };
}

/** Starts a local run for one test file. */
export async function startOwnRun(start: Start): Promise<LocalProcess> {
  return stoppedAtEnd(await startLocalProcess(start));
}
