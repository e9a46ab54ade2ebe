const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does work that leaves something behind when it is cut off. The first Ctrl-C aborts the signal that
 * the work is given, so that it can undo what it has begun and say where things stand; the second ends
 * the process at once.
 */
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
