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

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The first Ctrl-C aborts the signal, so that the work can undo what it began; the second ends the process. */
export async function interruptible<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
