/** A value that a template uses, and how it uses it, from which its type is inferred. */
export class UsedValue {
  /** The names that lead to it; the items of a list have the list's path. */
  readonly path: readonly string[];
  /** The values that the test data and the flow's defaults give it. */
  readonly samples: readonly unknown[];
  /** The values that the template takes from it, or from its items, in the order of first use. */
  readonly fields = new Map<string, UsedValue>();
  /** Whether a rendering can fail without it. */
  isRequired = false;
  isPrinted = false;
  isPrintedItem = false;
  isSection = false;
  /** It opens a section whose names may be its own. */
  hasItems = false;
  /** The values around that section: a name that its item lacks is looked up in them. */
  readonly around = new Set<UsedValue>();
  /** For each name in that section, the decision whether it is the value's own field. */
  readonly owns = new Map<string, boolean>();
  /** A dotted name leads into it, so the value itself has the fields and is not a list of items with them. */
  isDotted = false;

  constructor(path: readonly string[], samples: readonly unknown[]) {
    this.path = path;
    this.samples = samples.filter((sample) => sample !== null && sample !== undefined);
  }

  field(name: string): UsedValue {
    const known = this.fields.get(name);
    if (known !== undefined) return known;
    const samples = this.sampleItems().flatMap((item) =>
      Object.hasOwn(item, name) ? [item[name]] : [],
    );
    const field = new UsedValue([...this.path, name], samples);
    this.fields.set(name, field);
    return field;
  }

  /** The samples that have named fields, and those that are items of lists. */
  sampleItems(): Fields[] {
    return this.samples.flat().filter(isFields);
  }

  /** Whether a sample is a text, a number, a boolean or a list of them. Empty samples tell nothing. */
  hasSampleScalars(): boolean {
    return this.samples.flat().some((sample) => !isFields(sample) && sample !== '');
  }
}

type Fields = { readonly [name: string]: unknown };

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What one reading of a template finds out for the next: a later part can print what an earlier one entered. */
export class Findings {
  private readonly printed = new Set<string>();
  private readonly dotted = new Set<string>();
  private readonly owned = new Set<string>();

  /** Whether names in its section may be its own; undefined: not found. */
  hasItems(value: UsedValue): boolean | undefined {
    const key = keyOf(value);
    if (this.dotted.has(key)) return true;
    return this.printed.has(key) ? false : undefined;
  }

  /** Whether a value has a field of this name elsewhere. */
  owns(value: UsedValue, name: string): boolean {
    return this.owned.has(keyOf(value, name));
  }

  /** Adds the findings of a reading, and returns whether any of them is new. */
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
