// A test may replace the timers; its own limits and waits go on.
const { clearTimeout, performance, setTimeout } = globalThis;

/** The longest wait for a condition. A machine may be slow, and only a fault of the code takes so long. */
export const patienceMs = 300_000;

/** The time limit of a test or a hook, which may wait more than once. Only the test of the limit itself sets another one. */
export const testLimitMs = Number(process.env.TEST_LIMIT_MS ?? 3 * patienceMs);

/** Waits until `condition` neither throws nor returns false. Throws its last error if that takes five minutes. */
export async function until(condition: () => unknown): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const failure = await failureOf(condition);
    if (!failure) return;
    if (performance.now() > end) throw failure.error;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function failureOf(condition: () => unknown): Promise<{ error: unknown } | null> {
  try {
    const isTrue = (await condition()) !== false;
    return isTrue ? null : { error: new Error(`It never became true: ${condition}`) };
  } catch (error) {
    return { error };
  }
}

/** Throws an error that names `what` if `work` has not ended after `ms` milliseconds. */
export async function withinLimit<T>(what: string, ms: number, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: not ended after ${ms} ms`)), ms);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
