/** Resources that each serve one task at a time. If all are busy, a task waits for its turn. */
export class Lanes<T> {
  private readonly idle: T[];
  private readonly waiting: ((lane: T) => void)[] = [];

  constructor(lanes: readonly T[]) {
    this.idle = [...lanes];
  }

  /** Runs a task in the next free lane. */
  async use<R>(task: (lane: T) => Promise<R>): Promise<R> {
    const lane = this.idle.pop() ?? (await new Promise<T>((take) => this.waiting.push(take)));
    try {
      return await task(lane);
    } finally {
      const next = this.waiting.shift();
      if (next) next(lane);
      else this.idle.push(lane);
    }
  }
}
