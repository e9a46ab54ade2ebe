import { Failure } from './failure.ts';

/** Stops what was started, in reverse order, each part once. Goes on if a part fails to stop. */
export class Stops {
  private readonly pending: (() => Promise<void> | void)[] = [];
  private stopped: Promise<void> | undefined;

  /** Remembers how to stop a part, and returns the part. */
  add<T>(part: T, stop: (part: T) => Promise<void> | void): T {
    this.pending.push(() => stop(part));
    return part;
  }

  /** Stops everything; a second call waits for the first. */
  all(): Promise<void> {
    this.stopped ??= this.stopEach();
    return this.stopped;
  }

  private async stopEach(): Promise<void> {
    for (let stop = this.pending.pop(); stop; stop = this.pending.pop()) {
      await Promise.resolve()
        .then(stop)
        .catch((error) => console.error(error instanceof Failure ? error.message : error));
    }
  }
}
