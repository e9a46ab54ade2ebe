/** What decides between declarations of one property; the others are not kept. */
const properties: ReadonlySet<string> = new Set([
  ...['display', 'visibility', 'opacity', 'max-height', 'height', 'overflow'],
  ...['font', 'font-size', 'white-space'],
]);

/** Above every rank that a place in a style sheet gives. */
const important = 1e15;

/**
 * The declarations that win, by their properties: of two the one of the greater rank, of the same
 * rank the later one; `!important` counts more than any rank. In lower case.
 */
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

  /** Adds what won elsewhere, each so much higher in rank. */
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
