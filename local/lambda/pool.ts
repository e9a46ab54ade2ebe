import { join } from 'node:path';
import type { LambdaFunction } from '../template/functions.ts';
import { Environment } from './environment.ts';
import { LogFile } from './log-file.ts';
import type { Fault, Outcome } from './messages.ts';

/** Invokes a function with an event. Never rejects: a function that failed is an outcome. */
export type Invoke = (event: unknown) => Promise<Outcome>;

/** How often the memory of busy environments is looked at. */
const checkMemoryEveryMs = 100;

/** How long nothing is finished, while something waits, before more environments are used. */
const stallMs = 8;

/** The longest that an invocation waits for those before it where an environment could be had. */
const patienceMs = 100;

export interface PoolOptions {
  fn: LambdaFunction;
  variables: Record<string, string>;
  /** The most environments at a time; further invocations wait in order. */
  environments: number;
  /** The folder of the log files. */
  logs: string;
  /** Told about every fault, in one line. */
  onFault: (line: string) => void;
}

interface Waiting {
  event: unknown;
  settle: (outcome: Outcome) => void;
  sinceMs: number;
}

/**
 * The environments of one function, up to a limit. What comes while one is at work waits for it, for
 * as long as it is quick; a further one, or a new one (a cold start, as in Lambda), is used where it
 * is not. Each more that takes part makes all of them slower: their code is less often run, and later
 * compiled. The one used last is used first.
 */
export class Pool {
  private readonly options: PoolOptions;
  private readonly log: LogFile;
  private readonly all = new Set<Environment>();
  private readonly idle: Environment[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly memoryTimer: NodeJS.Timeout;
  private stall: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(options: PoolOptions) {
    this.options = options;
    this.memoryTimer = setInterval(() => this.checkMemory(), checkMemoryEveryMs).unref();
    this.log = new LogFile(join(options.logs, `${options.fn.id}.log`));
  }

  invoke: Invoke = (event) => {
    if (this.stopped) return Promise.resolve(stoppedFault);
    const isAtWork = this.all.size > this.idle.length;
    const environment = isAtWork ? undefined : this.another();
    if (environment) return this.run(environment, event);
    return new Promise((settle) => {
      this.waiting.push({ event, settle, sinceMs: performance.now() });
      this.stall ??= setTimeout(() => this.relieve(), stallMs);
    });
  };

  /** Ends every environment and drops what waits. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.memoryTimer);
    clearTimeout(this.stall);
    for (const { settle } of this.waiting.splice(0)) settle(stoppedFault);
    await Promise.all([...this.all].map((environment) => environment.stop()));
    this.log.close();
  }

  private another(): Environment | undefined {
    return this.idle.pop() ?? this.create();
  }

  private create(): Environment | undefined {
    if (this.stopped || this.all.size >= this.options.environments) return undefined;
    const { fn, variables } = this.options;
    const environment = new Environment({
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

  private async run(environment: Environment, event: unknown): Promise<Outcome> {
    const outcome = await environment.invoke(event);
    if (outcome.kind === 'fault') this.record(outcome);
    this.next(environment);
    return outcome;
  }

  /** Gives an environment that is done, or the place of one that ended, to who waits longest. */
  private next(environment: Environment): void {
    const usable = this.all.has(environment) ? environment : undefined;
    const first = this.waiting.shift();
    if (!first) {
      if (usable) this.idle.push(usable);
      return;
    }
    const successor = usable ?? this.create();
    if (successor) void this.run(successor, first.event).then(first.settle);
    else this.waiting.unshift(first);
    this.lookAtQueue();
  }

  /** Something was finished: what waits may go on waiting, unless it has for too long. */
  private lookAtQueue(): void {
    const [first] = this.waiting;
    if (first && performance.now() - first.sinceMs > patienceMs) this.relieve();
    else if (first) this.stall?.refresh();
    else this.endStall();
  }

  /** Gives all that waits an environment of its own, as far as there are any. */
  private relieve(): void {
    this.endStall();
    while (this.waiting.length > 0) {
      const environment = this.another();
      if (!environment) return;
      const first = this.waiting.shift();
      if (first) void this.run(environment, first.event).then(first.settle);
    }
  }

  private endStall(): void {
    clearTimeout(this.stall);
    this.stall = undefined;
  }

  private checkMemory(): void {
    for (const environment of this.all) void environment.checkMemory();
  }

  private forget(environment: Environment): void {
    this.all.delete(environment);
    const at = this.idle.indexOf(environment);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private record({ message, stack }: Fault): void {
    if (this.stopped) return;
    this.log.write(stack ?? message);
    this.options.onFault(`${this.options.fn.id}: ${message}`);
  }
}

const stoppedFault: Fault = { kind: 'fault', message: 'was stopped' };
