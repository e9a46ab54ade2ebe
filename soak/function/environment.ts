import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { credentials, region } from '../../local/template/names.ts';
import { env } from '../../shared/env.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import type { Invocation, WorkerSettings } from './messages.ts';

/** Longer than the time of the function in `wiring.ts`: beyond it the environment is killed. */
const timeoutMs = 10_000;

export interface EnvironmentOptions {
  settings: WorkerSettings;
  dynamodbUrl: string;
  sesUrl: string;
}

/**
 * One environment of the function. A killed one is replaced when the next request comes, as Lambda
 * does it. One request at a time.
 */
export class Environment {
  private readonly options: EnvironmentOptions;
  private worker: Worker | undefined;
  private settle: (answer: ProxyAnswer | null) => void = () => undefined;
  private fail: (error: unknown) => void = () => undefined;

  constructor(options: EnvironmentOptions) {
    this.options = options;
  }

  /** The answer; null where the environment was killed, or ran out of time, before it gave one. */
  invoke(invocation: Invocation): Promise<ProxyAnswer | null> {
    this.worker ??= this.start();
    const timer = setTimeout(() => this.kill(), timeoutMs);
    return new Promise<ProxyAnswer | null>((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
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

  private start(): Worker {
    const { settings, dynamodbUrl, sesUrl } = this.options;
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
    worker.on('message', (answer: ProxyAnswer) => this.settle(answer));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => {
      // One that was killed has been replaced, and what the next one does is not its business.
      if (this.worker === undefined || this.worker === worker) this.settle(null);
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
