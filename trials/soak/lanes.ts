/** Things of which each serves one at a time; whoever comes when all are busy waits in order. */
export class Lanes<T> {
  private readonly idle: T[];
  private readonly waiting: ((lane: T) => void)[] = [];

  constructor(lanes: readonly T[]) {
    this.idle = [...lanes];
  }

  /** Does something in the next lane that is free. */
  async use<R>(work: (lane: T) => Promise<R>): Promise<R> {
    const lane = this.idle.pop() ?? (await new Promise<T>((take) => this.waiting.push(take)));
    try {
      return await work(lane);
    } finally {
      const next = this.waiting.shift();
      if (next) next(lane);
      else this.idle.push(lane);
    }
  }
}
