/** Ends this process and names the running test if no test begins or ends for long: endless loops block all timers. */
import { writeSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { testLimitMs } from '../patience.ts';

let watcher: Worker | undefined;

/** Reports the beginning of a test or a hook; null reports its end. The watcher waits a tenth longer than its limit. */
export function watch(title: string | null): void {
  if (!watcher) {
    watcher = new Worker(new URL(import.meta.url), { workerData: 1.1 * testLimitMs });
    watcher.unref();
  }
  watcher.postMessage(title);
}

if (!isMainThread && parentPort && typeof workerData === 'number') {
  let timer: NodeJS.Timeout | undefined;
  parentPort.on('message', (title: string | null) => {
    if (title === null) return clearTimeout(timer);
    clearTimeout(timer);
    timer = setTimeout(() => {
      writeSync(2, `The process of this test does not answer, so it is ended: ${title}\n`);
      process.kill(process.pid, 'SIGKILL');
    }, workerData);
  });
}
