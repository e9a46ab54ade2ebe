/** The inside of an environment, in its own thread, like Lambda's Node runtime. `worker-code.ts` bundles it. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { writeUnlessFull } from './log-file.ts';
import type { EnvironmentData, Invocation, Report } from './messages.ts';

type Handler = (event: unknown, context: object) => unknown;

/** Lambda's limit, as JSON: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maxAnswerBytes = 6_291_456;

const data: EnvironmentData = workerData;

function report(message: Report): void {
  parentPort?.postMessage(message);
}

function reportFault(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  report({ kind: 'fault', message, stack });
}

/** Writes printed text to the log file in this thread, to keep the main thread free. */
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

/** Loads the bundle. Throws what the bundle throws, or an error that says why its export is no handler. */
function load(): Handler {
  const dot = data.handler.lastIndexOf('.');
  const file = join(data.folder, `${data.handler.slice(0, dot)}.js`);
  const name = data.handler.slice(dot + 1);
  const handler: unknown = createRequire(file)(file)[name];
  if (typeof handler !== 'function') throw new Error(`${data.handler} is not a function`);
  if (handler.length > 2) {
    throw new Error(`${data.handler} expects a callback, which Node 24 in Lambda does not support`);
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
    if (isTooLarge(value))
      throw new Error('The answer is larger than the 6 MB that Lambda accepts');
    report({ kind: 'answer', value });
  } catch (error) {
    reportFault(error);
  }
}

/** JSON escapes a character into at most 6 bytes, so a short body is never too large. */
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
