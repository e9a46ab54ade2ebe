import { setTimeout as pause } from 'node:timers/promises';

/** Aborted by an interrupt, a termination, or a reader that is gone. */
export function endOfReading(): AbortSignal {
  const end = new AbortController();
  const abort = () => end.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  process.stdout.once('error', abort);
  process.stdout.once('close', abort);
  return end.signal;
}

/** Waits, by default a second, or less where reading ends. */
export async function untilNextLook(signal: AbortSignal, pollMs = 1000): Promise<void> {
  try {
    await pause(pollMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
