const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does work that can undo what it has begun. The first Ctrl-C aborts the signal that the work gets; the
 * second ends the process at once.
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
