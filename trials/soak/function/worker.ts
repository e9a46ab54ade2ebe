/**
 * The inside of an environment of the fault run: a function with its own adapters, in a thread that is
 * killed without notice. `environment.ts` bundles it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerSettings } from './messages.ts';
import { wire } from './wiring.ts';
import { wireEvents } from './wiring-events.ts';

const { name, broken }: WorkerSettings = workerData;
const invoke = { execute: wire, events: wireEvents }[name](broken);

parentPort?.postMessage('ready');
parentPort?.on('message', async (invocation) => {
  parentPort?.postMessage(await invoke(invocation));
});
