import { afterAll } from 'vitest';
import { type LocalProcess, type Start, startLocalProcess } from '../run/local-process.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** What a test file has started: it is stopped in every outcome, last first, and only once. */
export function stoppedAtEnd<T extends { stop: (...how: never[]) => Promise<unknown> }>(
  started: T,
): T {
  let stopping: Promise<unknown> | undefined;
  const stop = (...how: never[]) => {
    stopping ??= started.stop(...how);
    return stopping;
  };
  stops.push(stop);
  return { ...started, stop };
}

/** Starts a local run of a test file's own. */
export async function startOwnRun(start: Start): Promise<LocalProcess> {
  return stoppedAtEnd(await startLocalProcess(start));
}
