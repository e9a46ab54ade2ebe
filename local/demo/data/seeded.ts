/** Numbers that look random, and are the same at every run (mulberry32). */
export class Seeded {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** From 0 to 1, without 1. */
  readonly next = (): number => {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}
