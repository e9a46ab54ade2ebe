/**
 * Runs inside a thread of the soak: one function with its own adapters, killed without notice.
 * `environment.ts` bundles this file.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { wireBatch } from '../batch/wiring.ts';
import { wireCancel, wireDue } from '../scheduled/wiring.ts';
import { wireWebhooks } from '../webhooks/wiring.ts';
import type { WorkerSettings } from './messages.ts';
import { wireEvents, wireExecute } from './wiring.ts';

const { name, broken }: WorkerSettings = workerData;
const wire = {
  execute: wireExecute,
  events: wireEvents,
  due: wireDue,
  cancel: wireCancel,
  batch: wireBatch,
  webhooks: wireWebhooks,
};
const invoke = wire[name](broken);

parentPort?.postMessage('ready');
parentPort?.on('message', async (invocation) => {
  parentPort?.postMessage(await invoke(invocation));
});
