/**
 * The inside of an environment: what Lambda's Node runtime is to a function. It runs in a thread of
 * its own, bundled by `worker-code.ts`.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { EnvironmentData, Invocation, Report } from './messages.ts';
import { writeUnlessFull } from './write-unless-full.ts';

type Handler = (event: unknown, context: object) => unknown;

/**
 * The largest answer that Lambda takes, encoded as JSON.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxAnswerBytes = 6_291_456;

const data: EnvironmentData = workerData;

function report(message: Report): void {
  parentPort?.postMessage(message);
}

function reportFault(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  report({ kind: 'fault', message, stack });
}

/** Printed text goes to the log file from here: handed to the main thread it would cost it time. */
function printToLog(): void {
  const write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    writeUnlessFull(data.logFile, chunk);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') callback();
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
}

/** Loads the bundle. Throws what the bundle throws, or why its export is no handler. */
function load(): Handler {
  const dot = data.handler.lastIndexOf('.');
  const file = join(data.folder, `${data.handler.slice(0, dot)}.js`);
  const name = data.handler.slice(dot + 1);
  const handler: unknown = createRequire(file)(file)[name];
  if (typeof handler !== 'function') throw new Error(`${data.handler} is not a function`);
  if (handler.length > 2) {
    throw new Error(`${data.handler} takes a callback, which Node 24 in Lambda does not support`);
  }
  return handler as Handler;
}

function newContext(): object {
  const deadline = Date.now() + data.timeoutMs;
  return {
    functionName: data.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memoryMb),
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${data.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function run(handler: Handler, invocation: Invocation): Promise<void> {
  try {
    const value = await handler(invocation.event, newContext());
    if (isTooLarge(value)) throw new Error('The answer is larger than the 6 MB that Lambda takes');
    report({ kind: 'answer', value });
  } catch (error) {
    reportFault(error);
  }
}

/** Escaped as JSON no character is more than 6 bytes, so small answers need no second look. */
function isTooLarge(value: unknown): boolean {
  const body: unknown = (value as { body?: unknown } | undefined | null)?.body;
  if (typeof body !== 'string' || body.length * 6 < maxAnswerBytes) return false;
  return Buffer.byteLength(JSON.stringify(value)) > maxAnswerBytes;
}

printToLog();
try {
  const handler = load();
  report({ kind: 'ready' });
  parentPort?.on('message', (invocation: Invocation) => run(handler, invocation));
} catch (error) {
  reportFault(error);
}
