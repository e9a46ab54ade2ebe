import { join } from 'node:path';
import type { LambdaFunction } from '../template/functions.ts';
import { Environment } from './environment.ts';
import { LogFile } from './log-file.ts';
import type { Fault, Outcome } from './messages.ts';

/** Invokes a function with an event. Never rejects: a function that failed is an outcome. */
export type Invoke = (event: unknown) => Promise<Outcome>;

/** How often the memory of busy environments is looked at, and whether idle ones are still needed. */
const checkEveryMs = 100;

/** How long nothing is finished, while something waits, before one more environment is put to work. */
const stallMs = 100;

const defaultKeepMs = 10_000;

export interface PoolOptions {
  /** See `EnvironmentOptions`. */
  code: string;
  fn: LambdaFunction;
  variables: Record<string, string>;
  /** The most environments at a time; further invocations wait in order. */
  environments: number;
  /** The folder of the log files. */
  logs: string;
  /** How long an environment that has nothing to do is kept, in milliseconds. Default: 10 s. */
  keepMs?: number | undefined;
  /** Told about every fault, in one line. */
  onFault: (line: string) => void;
}

interface Waiting {
  event: unknown;
  settle: (outcome: Outcome) => void;
}

interface Idle {
  environment: Environment;
  sinceMs: number;
}

/**
 * The environments of one function, up to a limit. Each answers what waits longest, one invocation after
 * the other. Another one is put to work where nothing is finished for `stallMs`: an idle one, or a new one
 * (a cold start, as in Lambda). What has been idle for a while ends: an environment takes some 20 MB.
 */
export class Pool {
  private readonly options: PoolOptions;
  private readonly log: LogFile;
  private readonly all = new Set<Environment>();
  /** The one that was used last comes last. */
  private readonly idle: Idle[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly timer: NodeJS.Timeout;
  private stall: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(options: PoolOptions) {
    this.options = options;
    this.log = new LogFile(join(options.logs, `${options.fn.id}.log`));
    this.timer = setInterval(() => {
      this.checkMemory();
      this.closeUnused();
    }, checkEveryMs).unref();
  }

  invoke: Invoke = (event) => {
    if (this.stopped) return Promise.resolve(stoppedFault);
    return new Promise((settle) => {
      this.waiting.push({ event, settle });
      if (this.all.size === this.idle.length) this.putOneMoreToWork();
      else if (!this.stall) this.awaitStall();
    });
  };

  /** Ends every environment and drops what waits. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    clearTimeout(this.stall);
    for (const { settle } of this.waiting.splice(0)) settle(stoppedFault);
    await Promise.all([...this.all].map((environment) => environment.stop()));
    this.log.close();
  }

  /** Puts one more environment to work, where something waits and the limit allows it. */
  private putOneMoreToWork(): void {
    if (this.waiting.length === 0) return;
    const environment = this.idle.pop()?.environment ?? this.create();
    if (environment) void this.work(environment);
  }

  /** Has an environment answer what waits, until nothing does or the environment ends. */
  private async work(environment: Environment): Promise<void> {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      this.awaitStall();
      const outcome = await environment.invoke(next.event);
      if (outcome.kind === 'fault') this.record(outcome);
      next.settle(outcome);
      if (!this.all.has(environment)) return this.putOneMoreToWork();
    }
    this.idle.push({ environment, sinceMs: performance.now() });
  }

  /** Waits anew for something to be finished, for as long as something else waits for its turn. */
  private awaitStall(): void {
    clearTimeout(this.stall);
    this.stall = undefined;
    if (this.waiting.length === 0) return;
    this.stall = setTimeout(() => {
      // One cold start at a time: what waits is mostly served by the one that is loading.
      if (![...this.all].some(({ isLoading }) => isLoading)) this.putOneMoreToWork();
      this.awaitStall();
    }, stallMs);
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
        timeoutMs: fn.timeoutMs,
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

  private checkMemory(): void {
    for (const environment of this.all) void environment.checkMemory();
  }

  private closeUnused(): void {
    const before = performance.now() - (this.options.keepMs ?? defaultKeepMs);
    const unused = this.idle.filter(({ sinceMs }) => sinceMs < before);
    for (const { environment } of unused) void environment.stop();
  }

  private forget(ended: Environment): void {
    this.all.delete(ended);
    const at = this.idle.findIndex(({ environment }) => environment === ended);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private record({ message, stack }: Fault): void {
    if (this.stopped) return;
    this.log.write(stack ?? message);
    this.options.onFault(`${this.options.fn.id}: ${message}`);
  }
}

const stoppedFault: Fault = { kind: 'fault', message: 'was stopped' };
