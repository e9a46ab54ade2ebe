import { join } from 'node:path';
import { patience } from '../../shared/patience.ts';
import type { LambdaFunction } from '../template/functions.ts';
import { Environment } from './environment.ts';
import { LogFile } from './log-file.ts';
import type { Fault, Outcome } from './messages.ts';

export type Invoke = (event: unknown) => Promise<Outcome>;

/** How often a pool checks its environments' memory, idle environments, and waiting invocations. */
const checkEveryMs = 100;

/** If an invocation waits and none has finished for this time, the pool puts one more environment to work. */
const patienceMs = 100;

const defaultKeepMs = 10_000;

export interface PoolOptions {
  code: string;
  fn: LambdaFunction;
  variables: Record<string, string>;
  /** The most environments at a time; further invocations wait in order. */
  environments: number;
  logs: string;
  /** How long an idle environment is kept, in milliseconds. Default: 10 s. */
  keepMs?: number | undefined;
  onFault: (line: string) => void;
}

interface WaitingInvocation {
  event: unknown;
  sinceMs: number;
  settle: (outcome: Outcome) => void;
}

interface IdleEnvironment {
  environment: Environment;
  sinceMs: number;
}

/**
 * The environments of one function. Each answers one invocation after the other. If one waits for `patienceMs`, the
 * pool puts an idle or a new environment to work (a cold start). An idle one, some 20 MB, ends after `keepMs`.
 */
export class Pool {
  private readonly options: PoolOptions;
  private readonly log: LogFile;
  private readonly all = new Set<Environment>();
  /** The environment that was used last comes last. */
  private idle: IdleEnvironment[] = [];
  private readonly waiting: WaitingInvocation[] = [];
  private readonly timer: NodeJS.Timeout;
  private finishedMs = 0;
  private stopped = false;

  constructor(options: PoolOptions) {
    this.options = options;
    this.log = new LogFile(join(options.logs, `${options.fn.id}.log`));
    this.timer = setInterval(() => this.check(), checkEveryMs).unref();
  }

  invoke: Invoke = (event) => {
    if (this.stopped) return Promise.resolve(stoppedFault);
    return new Promise((settle) => {
      this.waiting.push({ event, sinceMs: performance.now(), settle });
      if (this.all.size === this.idle.length) this.putOneToWork();
    });
  };

  /** Ends every environment. Waiting invocations get a fault. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    for (const { settle } of this.waiting.splice(0)) settle(stoppedFault);
    await Promise.all([...this.all].map((environment) => environment.stop()));
    this.log.close();
  }

  private check(): void {
    const now = performance.now();
    const { keepMs = defaultKeepMs } = this.options;
    for (const environment of this.all) void environment.checkMemory();
    for (const { environment, sinceMs } of this.idle) {
      if (now - sinceMs > keepMs) void environment.stop();
    }
    const [oldest] = this.waiting;
    if (!oldest || now - Math.max(oldest.sinceMs, this.finishedMs) < patienceMs) return;
    // One cold start at a time: the environment that is loading mostly serves the waiting invocations.
    if (![...this.all].some(({ isLoading }) => isLoading)) this.putOneToWork();
  }

  private putOneToWork(): void {
    const environment = this.idle.pop()?.environment ?? this.create();
    if (environment) void this.work(environment);
  }

  /** Makes an environment answer the waiting invocations, until none waits or the environment ends. */
  private async work(environment: Environment): Promise<void> {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const outcome = await environment.invoke(next.event);
      this.finishedMs = performance.now();
      if (outcome.kind === 'fault') this.record(outcome);
      next.settle(outcome);
      if (this.all.has(environment)) continue;
      if (this.waiting.length > 0) this.putOneToWork();
      return;
    }
    this.idle.push({ environment, sinceMs: performance.now() });
  }

  private create(): Environment | undefined {
    if (this.stopped || this.all.size >= this.options.environments) return undefined;
    const { code, fn, variables } = this.options;
    const environment = new Environment({
      code,
      data: {
        functionName: fn.name,
        functionArn: fn.arn,
        memoryMb: fn.memoryMb,
        timeoutMs: fn.timeoutMs * patience,
        folder: fn.folder,
        handler: fn.handler,
        logFile: this.log.descriptor,
      },
      variables,
      onEnd: (ended) => this.forget(ended),
    });
    this.all.add(environment);
    return environment;
  }

  private forget(ended: Environment): void {
    this.all.delete(ended);
    this.idle = this.idle.filter(({ environment }) => environment !== ended);
  }

  private record({ message, stack }: Fault): void {
    if (this.stopped) return;
    this.log.write(stack ?? message);
    this.options.onFault(`${this.options.fn.id}: ${message}`);
  }
}

const stoppedFault: Fault = { kind: 'fault', message: 'was stopped' };
