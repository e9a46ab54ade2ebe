import type { UsedValue } from './used-value.ts';

/**
 * What reading a template to its end tells of a section's value, and which the next reading takes into account: a
 * later part of a template can print what an earlier part entered.
 */
export class Findings {
  private readonly printed = new Set<string>();
  private readonly dotted = new Set<string>();
  private readonly owned = new Set<string>();

  /** Whether a section's names may be those of its value; undefined if nothing was found. */
  hasItems(value: UsedValue): boolean | undefined {
    const key = keyOf(value);
    if (this.dotted.has(key)) return true;
    return this.printed.has(key) ? false : undefined;
  }

  /** Whether a value has a field of this name elsewhere, which would hide one of that name around it. */
  owns(value: UsedValue, name: string): boolean {
    return this.owned.has(keyOf(value, name));
  }

  /** Adds what a reading found, and returns whether that is new. */
  addFrom(root: UsedValue): boolean {
    const before = this.size();
    this.add(root);
    return this.size() > before;
  }

  private add(value: UsedValue): void {
    const { fields, owns, isSection, hasItems, isDotted, isPrinted, isPrintedItem } = value;
    if (isSection && isDotted) this.dotted.add(keyOf(value));
    if (hasItems && (isPrinted || isPrintedItem)) this.printed.add(keyOf(value));
    for (const [name, isOwn] of owns) {
      if (!isOwn && fields.has(name)) this.owned.add(keyOf(value, name));
    }
    for (const field of fields.values()) this.add(field);
  }

  private size(): number {
    return this.printed.size + this.dotted.size + this.owned.size;
  }
}

const keyOf = ({ path }: UsedValue, ...names: string[]) => JSON.stringify([...path, ...names]);
