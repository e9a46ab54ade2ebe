import { once } from 'node:events';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import { functionVariables } from '../../harness/function-variables.ts';
import type { Clock } from '../clock.ts';
import type { around } from './interposed.ts';

/** The functions that the soak runs, by their folders in `functions/`. */
export type FunctionName = 'execute' | 'events' | 'due' | 'cancel' | 'batch' | 'webhooks';

/** A function is stopped this long after its time limit, because on a busy machine a thread may have to wait. */
const busyMs = 1500;

export interface EnvironmentOptions {
  function: FunctionName;
  /** The break of the run; null if there is none. */
  broken: string | null;
  /** The name of each of its threads begins with this. */
  name: string;
  /** The code of its threads: see `workerCode`. */
  code: string;
  /** The function's environment variables, with the addresses of its peers. */
  peersOf: (caller: string) => Record<string, string>;
}

/** One call of a handler, its clock and its time in milliseconds. */
export interface Invocation {
  event: unknown;
  clock: Clock;
  timeMs: number;
}

/** The result of a handler: its value, or the fact that it threw. */
export interface Returned {
  failed: boolean;
  value: unknown;
  /** Whether the function failed to record the end of its send. A repeat may then know less than this answer. */
  endLost: boolean;
}

/** The end of an invocation: it returned, its thread was killed, or it exceeded the function's time limit. */
export type Invoked =
  | ({ ended: 'returned' } & Returned)
  | { ended: 'killed' }
  | { ended: 'out of time' };

/**
 * One environment of a function, for one request at a time. A killed thread is replaced when the next request
 * comes, as in Lambda.
 */
export class Environment {
  private readonly options: EnvironmentOptions;
  private worker: Worker | undefined;
  private ready: Promise<unknown> | undefined;
  private threads = 0;
  private settle: (invoked: Invoked) => void = () => undefined;
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
  async invoke(invocation: Invocation): Promise<Invoked> {
    this.prepare();
    // The function's time begins after its code is loaded.
    await this.ready;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<Invoked>((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
      timer = setTimeout(() => {
        resolve({ ended: 'out of time' });
        void this.stop();
      }, invocation.timeMs + busyMs);
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
    const { function: name, broken, code, peersOf } = this.options;
    this.threads += 1;
    const worker = new Worker(code, {
      eval: true,
      workerData: { name, broken },
      execArgv: [],
      // The run does not read the function's log lines.
      stdout: true,
      env: { ...functionVariables, ...peersOf(this.caller) },
    });
    worker.stdout.resume();
    this.ready = once(worker, 'message').then(() => {
      worker.on('message', (returned: Returned) => {
        // A thread that exceeded its time limit may still answer; ignores that answer in the next invocation.
        if (this.worker === worker) this.settle({ ended: 'returned', ...returned });
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

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The modules whose exports `interposed.ts` wraps, so that a break can change the ports that a handler gives to its use case. */
const interposed: Record<string, keyof typeof around> = {
  'functions/execute/run.ts': 'execute',
  'functions/batch/run.ts': 'batch',
  'functions/due/run.ts': 'sendDue',
  'functions/due/sweep.ts': 'sweep',
  'functions/events/run.ts': 'applySesEvent',
  'functions/webhooks/run.ts': 'deliver',
  'shared/adapters/webhook-http.ts': 'postWebhook',
  'shared/adapters/announcements.ts': 'readAnnouncer',
  'shared/adapters/open-connection.ts': 'openConnection',
};

const namespace = 'interposed';

const interpose: Plugin = {
  name: namespace,
  setup: ({ onResolve, onLoad, onEnd }) => {
    const left = new Set(Object.keys(interposed));
    onResolve({ filter: /\.ts$/ }, (args) => {
      const path = relative(root, resolve(args.resolveDir, args.path));
      return args.namespace !== namespace && path in interposed ? { path, namespace } : undefined;
    });
    onLoad({ filter: /./, namespace }, ({ path }) => {
      left.delete(path);
      const name = interposed[path];
      const contents = `
        export * from './${path}';
        import { ${name} as whole } from './${path}';
        import { around } from './trials/soak/functions/interposed.ts';
        export const ${name} = around.${name}(whole);`;
      return { contents, resolveDir: root, loader: 'ts' };
    });
    onEnd(() => {
      if (left.size > 0) throw new Error(`No handler imports ${[...left].join(', ')}`);
    });
  },
};

let code: Promise<string> | undefined;

/** The code of every thread. It is bundled, because a thread would take half a second to read it as TypeScript. */
export function workerCode(): Promise<string> {
  code ??= build({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    mainFields: ['module', 'main'],
    plugins: [interpose],
  }).then(({ outputFiles: [file] }) => file?.text ?? '');
  return code;
}
