type Entry<Value> = { value: Value; bytes: number };

/** A cache of values by key, limited in bytes: it drops the least recently used value first. */
export class LruCache<Value> {
  /** In the order of use, because a map keeps its insertion order. */
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly maxBytes: number;
  private readonly bytesOf: (value: Value) => number;
  private bytes = 0;

  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.maxBytes = maxBytes;
    this.bytesOf = bytesOf;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.drop(key);
    const bytes = this.bytesOf(value);
    this.entries.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.bytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
