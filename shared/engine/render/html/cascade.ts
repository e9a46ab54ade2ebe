/** The properties that a `Cascade` keeps; it drops all others. */
const properties: ReadonlySet<string> = new Set([
  ...['display', 'visibility', 'opacity', 'max-height', 'height', 'overflow'],
  ...['font', 'font-size', 'white-space'],
]);

/** `!important` adds this to a rank: it is above every other rank. */
const important = 1e15;

/** Keeps the winning declaration of each property: `!important`, then the greater rank, then the later. */
export class Cascade {
  private readonly winners = new Map<string, { readonly value: string; readonly rank: number }>();

  get(property: string): string | undefined {
    return this.winners.get(property)?.value;
  }

  get isEmpty(): boolean {
    return this.winners.size === 0;
  }

  /** Adds declarations as they are written in a `style` or between a rule's braces. */
  add(declarations: string, rank: number): void {
    for (const declaration of declarations.split(';')) {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim().toLowerCase();
      if (!properties.has(property)) continue;
      const written = declaration.slice(colon + 1);
      const value = written.replace(/!\s*important/i, '');
      const isImportant = value.length < written.length;
      this.put(property, value.trim().toLowerCase(), isImportant ? rank + important : rank);
    }
  }

  /** Adds the winners of another cascade, with `higher` added to their ranks. */
  merge(other: Cascade, higher = 0): void {
    for (const [property, { value, rank }] of other.winners) {
      this.put(property, value, rank + higher);
    }
  }

  private put(property: string, value: string, rank: number): void {
    const winner = this.winners.get(property);
    if (winner === undefined || rank >= winner.rank) this.winners.set(property, { value, rank });
  }
}
