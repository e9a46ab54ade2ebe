/** Time and randomness, which tests replace. */
export interface Runtime {
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 up to, not including, 1. */
  random: () => number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason if the signal is aborted before. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** A new Idempotency-Key. */
  newKey: () => string;
}

export const platformRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
  newKey: () => crypto.randomUUID(),
};

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
