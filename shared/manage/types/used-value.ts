/** A value that a template uses, and how: what is to be known of its type. */
export class UsedValue {
  /** The names that lead to it; the items of a list have the list's own. */
  readonly path: readonly string[];
  /** The values that the test data and the flow's defaults give it. */
  readonly samples: readonly unknown[];
  /** The values that the template takes from it, or from its items, in the order of first use. */
  readonly fields = new Map<string, UsedValue>();
  /** Whether a rendering can fail without it. */
  isRequired = false;
  /** Printed by its name, or as the current item. */
  isPrinted = false;
  isPrintedItem = false;
  /** It opens a section. */
  isSection = false;
  /** It opens a section whose names may be its own. */
  hasItems = false;
  /** The values around that section: a name that its item lacks is looked up in them. */
  readonly around = new Set<UsedValue>();
  /** Whether names in that section are its own, as it was decided. */
  readonly owns = new Map<string, boolean>();
  /** A dotted name leads into it: the value itself has the fields, and no list of such values does. */
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
