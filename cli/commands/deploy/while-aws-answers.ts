import { setTimeout as sleep } from 'node:timers/promises';
import { awsFault } from '../../../shared/adapters/aws-fault.ts';

/**
 * Runs work in another process, such as the CDK, which waits for AWS without a time limit. Meanwhile `ask`
 * makes a small call to AWS every `everyMs`. If AWS does not answer, the other process is stopped.
 *
 * @throws what `ask` threw where AWS does not answer; else what the work throws
 */
export async function whileAwsAnswers<T>(
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
  // The watch ends when the work ends.
  watch().catch(() => {});
  const working = work(stopped);
  try {
    return await Promise.race([working, silence.promise]);
  } finally {
    over.abort();
    // Waits until the work has cleaned up after itself.
    await Promise.allSettled([working]);
  }
}
