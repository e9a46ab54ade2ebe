/** Promises that have not settled yet. */
export class UnderWay {
  private readonly promises = new Set<Promise<unknown>>();

  add(promise: Promise<unknown>): void {
    const entry: Promise<unknown> = promise.finally(() => this.promises.delete(entry));
    this.promises.add(entry);
  }

  /** Resolves when all have settled, including those that are added meanwhile. */
  async quiet(): Promise<void> {
    while (this.promises.size > 0) await Promise.all(this.promises);
  }
}
