import { setTimeout as sleep } from 'node:timers/promises';
import { awsFault } from '../../shared/adapters/aws-fault.ts';

/**
 * Waits for another process that waits for AWS without any limit, as the CDK does. `ask` makes a small
 * call to AWS from time to time; where AWS does not answer, the process is stopped.
 *
 * @throws what `ask` threw where AWS does not answer; else what the work throws
 */
export async function whileAnswering<T>(
  work: (stopped: AbortSignal) => Promise<T>,
  {
    ask,
    interrupted,
    everyMs = 15_000,
  }: { ask: () => Promise<unknown>; interrupted: AbortSignal; everyMs?: number },
): Promise<T> {
  const over = new AbortController();
  const silence = Promise.withResolvers<never>();
  const stopped = AbortSignal.any([interrupted, over.signal]);
  const watch = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: stopped });
      await ask().catch((error: unknown) => {
        if (['no answer', 'no such host'].includes(awsFault(error).kind)) silence.reject(error);
      });
    }
  };
  // It ends when the work does.
  watch().catch(() => {});
  const working = work(stopped);
  try {
    return await Promise.race([working, silence.promise]);
  } finally {
    over.abort();
    // Its clean-up is part of the work.
    await Promise.allSettled([working]);
  }
}
