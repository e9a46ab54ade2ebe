/**
 * What the tags that name a value of a template, and the test data, show about it. Each name has a shape, and each list
 * has one for its items.
 */
export class ValueShape {
  readonly name: string;
  /** The value that contains it; null for the variables of a request, and for the items of a list. */
  readonly owner: ValueShape | null;
  private readonly members = new Map<string, ValueShape>();
  private itemShape: ValueShape | null = null;
  private isTrueOrFalse = false;
  /** Whether the template prints it. */
  isPrinted = false;
  /** Whether the template prints its content only if it has a value. */
  isAsked = false;
  /** Whether the test data has it. */
  isInData = false;

  constructor(name = '', owner: ValueShape | null = null) {
    this.name = name;
    this.owner = owner;
  }

  /** The member of this name. `length` is not recorded, because every list has it. */
  member(name: string): ValueShape {
    if (name === 'length') return new ValueShape(name, this);
    const known = this.members.get(name) ?? new ValueShape(name, this);
    this.members.set(name, known);
    return known;
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  get isList(): boolean {
    return this.itemShape !== null;
  }

  /** Whether a member of it is known. */
  get isObject(): boolean {
    return this.members.size > 0;
  }

  get isBoolean(): boolean {
    return this.isTrueOrFalse && !this.isObject;
  }

  /** The items of the list. The call records that the value is a list. */
  get items(): ValueShape {
    this.itemShape ??= new ValueShape();
    return this.itemShape;
  }

  /** Adds what a value of the test data shows. */
  learn(value: unknown): void {
    this.isInData = true;
    if (typeof value === 'boolean') this.isTrueOrFalse = true;
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const item of value) this.items.learn(item);
    else for (const [name, member] of Object.entries(value)) this.member(name).learn(member);
    if (Array.isArray(value)) this.items.isInData = true;
  }

  private sample(): unknown {
    if (this.itemShape) return [this.itemShape.sample()];
    if (this.members.size > 0) return this.sampleData();
    // The renderer refuses some characters in a style or an address, although the template is correct.
    return this.isAsked && !this.isPrinted ? true : this.name.replace(/[^\w.-]/g, '_') || 'item';
  }

  /** Values for the variables of a template without test data. */
  sampleData(): Record<string, unknown> {
    return Object.fromEntries([...this.members].map(([name, shape]) => [name, shape.sample()]));
  }

  /** The names of all values that tags only test, so that they might be a list or an object. */
  assumedNames(): string[] {
    const shapes = [...this.members.values(), ...(this.itemShape ? [this.itemShape] : [])];
    const isUnknown = (shape: ValueShape) =>
      shape.isAsked && !shape.isPrinted && !shape.isInData && !shape.isList && !shape.isObject;
    return shapes.flatMap((shape) => [
      ...(isUnknown(shape) ? [shape.name] : []),
      ...shape.assumedNames(),
    ]);
  }

  /** The names that lead from `outer` to this value; null if it is not inside `outer`. */
  namesFrom(outer: ValueShape): string[] | null {
    const names: string[] = [];
    for (let at: ValueShape | null = this; at !== null; at = at.owner) {
      if (at === outer) return names;
      names.unshift(at.name);
    }
    return null;
  }
}
