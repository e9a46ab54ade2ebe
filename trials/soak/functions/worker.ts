/**
 * Runs inside a thread of the soak: the handler of one function, which it loads and calls as Lambda does, killed without
 * notice. `environment.ts` bundles this file.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionTime } from '../../../shared/deadline.ts';
import { readClock } from '../clock.ts';
import type { FunctionName, Invocation, Returned } from './environment.ts';
import { settling } from './interposed.ts';
import { scaleCalls } from './scale.ts';

type Handler = (event: never, time: never) => Promise<unknown>;

const load: Record<FunctionName, () => Promise<{ handler: Handler }>> = {
  execute: () => import('../../../functions/execute/handler.ts'),
  events: () => import('../../../functions/events/handler.ts'),
  due: () => import('../../../functions/due/handler.ts'),
  cancel: () => import('../../../functions/cancel/handler.ts'),
  batch: () => import('../../../functions/batch/handler.ts'),
  webhooks: () => import('../../../functions/webhooks/handler.ts'),
};

async function serve({ name, broken }: { name: FunctionName; broken: string | null }) {
  scaleCalls();
  const realNow = Date.now;
  let clock = realNow;
  // A handler keeps this function when it is loaded. A request has the thread, and so the clock, for itself.
  Date.now = () => clock();
  const { handler } = await load[name]();
  parentPort?.on('message', async ({ event, clock: drawn, timeMs }: Invocation) => {
    clock = readClock(drawn, realNow);
    settling.failed = false;
    const endsAtMs = performance.now() + (broken === 'no-deadline' ? 1_000_000 : timeMs);
    const time: FunctionTime = { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
    const answer: Returned = { failed: false, value: undefined, endLost: false };
    try {
      answer.value = await handler(event as never, time as never);
    } catch {
      answer.failed = true;
    }
    parentPort?.postMessage({ ...answer, endLost: settling.failed });
  });
  parentPort?.postMessage('ready');
}

void serve(workerData);
