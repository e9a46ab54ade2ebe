import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { credentials, region } from '../../../local/template/names.ts';
import type { WorkerSettings } from './messages.ts';
import { functionMs } from './scale.ts';

/** A function is stopped this long after its time is over: on a busy machine a thread may wait for its turn. */
const busyMs = 1500;

export interface EnvironmentOptions {
  settings: WorkerSettings;
  /** The name of each of its threads begins with this. */
  name: string;
  /** Where a thread finds its peers: environment variables of its function. */
  peersOf: (caller: string) => Record<string, string>;
}

/** How an invocation ended: with an answer, with its thread, or not within the function's time. */
export type Invoked<Answer> =
  | { ended: 'answered'; answer: Answer }
  | { ended: 'killed' }
  | { ended: 'out of time' };

/**
 * One environment of a function, for one request at a time. A killed thread is replaced when the next request
 * comes, as in Lambda.
 */
export class Environment<Invocation, Answer> {
  private readonly options: EnvironmentOptions;
  private worker: Worker | undefined;
  private ready: Promise<unknown> | undefined;
  private threads = 0;
  private settle: (invoked: Invoked<Answer>) => void = () => undefined;
  private fail: (error: unknown) => void = () => undefined;

  constructor(options: EnvironmentOptions) {
    this.options = options;
  }

  /**
   * Starts a thread if there is none, and returns the name that its calls carry. Each thread has a new name: a call of a
   * killed thread may still be under way, and must not count as a call of the next thread.
   */
  prepare(): string {
    this.worker ??= this.start();
    return this.caller;
  }

  /** Hands a request to the thread, and stops the thread if it runs out of time. */
  async invoke(invocation: Invocation): Promise<Invoked<Answer>> {
    this.prepare();
    // The function's time does not begin before its code is loaded.
    await this.ready;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<Invoked<Answer>>((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
      timer = setTimeout(() => {
        resolve({ ended: 'out of time' });
        void this.stop();
      }, functionMs + busyMs);
      this.worker?.postMessage(invocation);
    }).finally(() => clearTimeout(timer));
  }

  /** Ends the thread wherever it is. */
  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private get caller(): string {
    return `${this.options.name}.${this.threads}`;
  }

  private start(): Worker {
    const { settings, peersOf } = this.options;
    this.threads += 1;
    const worker = new Worker(workerCode(), {
      eval: true,
      workerData: settings,
      execArgv: [],
      // The run does not read the function's log lines.
      stdout: true,
      env: {
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        ...peersOf(this.caller),
      },
    });
    worker.stdout.resume();
    this.ready = once(worker, 'message').then(() => {
      worker.on('message', (answer: Answer) => {
        // A thread that ran out of time may still answer: the next invocation is not its own.
        if (this.worker === worker) this.settle({ ended: 'answered', answer });
      });
    });
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => {
      // A killed thread may have been replaced: then the invocation belongs to the new thread.
      if (this.worker === undefined || this.worker === worker) this.settle({ ended: 'killed' });
    });
    return worker;
  }
}

let code: string | undefined;

/** Bundled, because a thread would take half a second to read it as TypeScript. */
function workerCode(): string {
  code ??= buildSync({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    mainFields: ['module', 'main'],
  }).outputFiles[0]?.text;
  return code ?? '';
}
