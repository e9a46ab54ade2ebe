import { setTimeout as pause } from 'node:timers/promises';

/** Aborted by an interrupt, a termination, or when the reader of stdout is gone. */
export function stopSignal(): AbortSignal {
  const end = new AbortController();
  const abort = () => end.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  process.stdout.once('error', abort);
  process.stdout.once('close', abort);
  return end.signal;
}

/** Waits, or returns at once when reading ends. */
export async function pauseUnlessStopped(signal: AbortSignal, ms: number): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
