import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { credentials, region } from '../../../local/template/names.ts';
import { env } from '../../../shared/env.ts';
import type { WorkerSettings } from './messages.ts';
import { functionMs } from './scale.ts';

/** How much later than its time a function is stopped: a thread may wait for its turn on a busy machine. */
const busyMs = 1500;

export interface EnvironmentOptions {
  settings: WorkerSettings;
  /** What it is called; each of its threads has a name of its own that begins so. */
  name: string;
  /** Where the calls of a caller go. */
  urlsFor: (caller: string) => { dynamodbUrl: string; sesUrl: string };
}

/** How an invocation ended: with an answer, with its environment, or not within the function's time. */
export type Invoked<Answer> =
  | { ended: 'answered'; answer: Answer }
  | { ended: 'killed' }
  | { ended: 'out of time' };

/**
 * One environment of a function. A killed one is replaced when the next request comes, as Lambda
 * does it. One request at a time.
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
   * Sees that there is a thread, and says the name that its calls carry. A call of one that was killed may still be
   * under way, and is none of the next one's.
   */
  prepare(): string {
    this.worker ??= this.start();
    return this.caller;
  }

  /** What came of a request; a function that ran out of time is stopped. */
  async invoke(invocation: Invocation): Promise<Invoked<Answer>> {
    this.prepare();
    // Its time does not begin before its code is loaded.
    await this.ready;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<Invoked<Answer>>((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
      timer = setTimeout(() => {
        resolve({ ended: 'out of time' });
        this.kill();
      }, functionMs + busyMs);
      this.worker?.postMessage(invocation);
    }).finally(() => clearTimeout(timer));
  }

  /** Ends the thread wherever it is. */
  kill(): void {
    void this.stop();
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private get caller(): string {
    return `${this.options.name}.${this.threads}`;
  }

  private start(): Worker {
    const { settings, urlsFor } = this.options;
    this.threads += 1;
    const { dynamodbUrl, sesUrl } = urlsFor(this.caller);
    const worker = new Worker(workerCode(), {
      eval: true,
      workerData: settings,
      execArgv: [],
      // Log lines of the function are nobody's here.
      stdout: true,
      env: {
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        [env.dynamodbEndpoint]: dynamodbUrl,
        [env.sesEndpoint]: sesUrl,
      },
    });
    worker.stdout.resume();
    this.ready = once(worker, 'message').then(() => {
      worker.on('message', (answer: Answer) => this.settle({ ended: 'answered', answer }));
    });
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => {
      // One that was killed has been replaced, and what the next one does is not its business.
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
