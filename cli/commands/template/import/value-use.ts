/** What the tags and the test data show about a value of a template. */
export class ValueUse {
  readonly name: string;
  /** The value that contains it; null for the variables of a request. */
  readonly owner: ValueUse | null;
  private readonly members = new Map<string, ValueUse>();
  private item: ValueUse | null = null;
  isPrinted = false;

  constructor(name = '', owner: ValueUse | null = null) {
    this.name = name;
    this.owner = owner;
  }

  /** The member of this name. `length` is not recorded, because every list has it. */
  member(name: string): ValueUse {
    const member = this.members.get(name) ?? new ValueUse(name, this);
    if (name !== 'length') this.members.set(name, member);
    return member;
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  get isList(): boolean {
    return this.item !== null;
  }

  /** The items of the list. The call records that the value is a list. */
  get items(): ValueUse {
    this.item ??= new ValueUse();
    return this.item;
  }

  learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const item of value) this.items.learn(item);
    else for (const [name, member] of Object.entries(value)) this.member(name).learn(member);
  }

  /** Test data for its members. A value that the template only tests is true. */
  sampleData(): Record<string, unknown> {
    return Object.fromEntries([...this.members].map(([name, member]) => [name, member.sample()]));
  }

  private sample(): unknown {
    if (this.item) return [this.item.sample()];
    if (this.members.size > 0) return this.sampleData();
    return this.isPrinted ? this.name || 'item' : true;
  }

  /** The names that lead from `outer` to this value; null if it is not inside `outer`. */
  namesFrom(outer: ValueUse): string[] | null {
    if (this === outer) return [];
    const names = this.owner?.namesFrom(outer);
    return names ? [...names, this.name] : null;
  }
}
