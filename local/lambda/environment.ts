import { Worker } from 'node:worker_threads';
import { patience } from '../../shared/patience.ts';
import type { EnvironmentData, Fault, Invocation, Outcome, Report } from './messages.ts';

/** How long a bundle may take to load. As in Lambda, the function's own timeout begins after that. */
const initTimeoutMs = 10_000 * patience;

/**
 * How far V8's heap limit is above the function's memory, because V8 mostly ends the whole process at that limit. The
 * pool watches the function's memory, Buffers included.
 */
const marginMb = 2048;

/** V8's young generation, in MB. By default it grows to 48 MB in each environment. */
const youngMb = 3;

export interface EnvironmentOptions {
  /** What the thread runs: `workerCode`. */
  code: string;
  data: EnvironmentData;
  variables: Record<string, string>;
  onEnd: (environment: Environment) => void;
}

/**
 * One environment of a function: a thread that answers one invocation after the other. If it crashes or runs out of
 * memory or time, only it and its invocation end.
 */
export class Environment {
  private readonly worker: Worker;
  private readonly options: EnvironmentOptions;
  private settle: ((outcome: Outcome) => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private loaded = false;
  private ended = false;
  private measuring = false;

  constructor(options: EnvironmentOptions) {
    this.options = options;
    this.worker = new Worker(options.code, {
      eval: true,
      name: options.data.functionName,
      workerData: options.data,
      env: options.variables,
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.data.memoryMb + marginMb,
        maxYoungGenerationSizeMb: youngMb,
      },
    });
    this.worker.on('message', (report: Report) => this.take(report));
    this.worker.on('error', (error) => this.end(faultOf(error)));
    this.worker.on('exit', (code) => this.end(fault(`exited with status ${code}`)));
  }

  get isLoading(): boolean {
    return !this.loaded;
  }

  /** Invokes the function. One invocation at a time; never rejects. */
  invoke(event: unknown): Promise<Outcome> {
    return new Promise((resolve) => {
      this.settle = resolve;
      this.startTimer();
      const invocation: Invocation = { event };
      this.worker.postMessage(invocation);
    });
  }

  /** Ends the environment when it is busy and uses more memory than its function has. */
  async checkMemory(): Promise<void> {
    if (!this.settle || this.measuring) return;
    this.measuring = true;
    const usedMb = await this.measureMb();
    this.measuring = false;
    const { memoryMb } = this.options.data;
    if (usedMb > memoryMb) this.end(fault(`used more than its ${memoryMb} MB of memory`));
  }

  async stop(): Promise<void> {
    this.end(fault('was stopped'));
    await this.worker.terminate();
  }

  private take(report: Report): void {
    if (report.kind === 'ready') {
      this.loaded = true;
      if (this.settle) this.startTimer();
      return;
    }
    if (this.loaded) this.finish(report);
    else this.end(report as Fault);
  }

  /** While the bundle loads, its own limit applies and not the function's timeout. */
  private startTimer(): void {
    clearTimeout(this.timer);
    const [ms, what] = this.loaded
      ? [this.options.data.timeoutMs, 'timed out']
      : [initTimeoutMs, 'took too long to load'];
    this.timer = setTimeout(() => this.end(fault(`${what} after ${ms / 1000} s`)), ms);
  }

  /** 0 while the thread is starting or has ended. */
  private async measureMb(): Promise<number> {
    try {
      const { used_heap_size, external_memory } = await this.worker.getHeapStatistics();
      return (used_heap_size + external_memory) / (1024 * 1024);
    } catch {
      return 0;
    }
  }

  private finish(outcome: Outcome): void {
    clearTimeout(this.timer);
    const { settle } = this;
    this.settle = undefined;
    settle?.(outcome);
  }

  private end(outcome: Fault): void {
    if (this.ended) return;
    this.ended = true;
    void this.worker.terminate();
    this.options.onEnd(this);
    this.finish(outcome);
  }
}

function fault(message: string): Fault {
  return { kind: 'fault', message };
}

function faultOf(error: unknown): Fault {
  const { message = String(error), stack } = (error ?? {}) as { message?: string; stack?: string };
  return { kind: 'fault', message: `crashed: ${message}`, stack };
}
