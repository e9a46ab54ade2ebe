/**
 * The inside of an environment of the fault run: the function `execute` with its own adapters, in a
 * thread that is killed without notice. `environment.ts` bundles it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Invocation, WorkerSettings } from './messages.ts';
import { wire } from './wiring.ts';

const settings: WorkerSettings = workerData;
const invoke = wire(settings);

parentPort?.on('message', async (invocation: Invocation) => {
  parentPort?.postMessage(await invoke(invocation));
});
