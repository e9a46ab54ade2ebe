import type { MailComment } from './mail-comment.ts';
import { lastBefore } from './place.ts';
import { type Attribute, attributeOf, type MailElement, type MailSource } from './read-mail.ts';
import type { Declaration, Span, StyleBlock } from './read-styles.ts';
import { type Compound, readSelectors } from './selectors.ts';

/** A block of a style sheet, or of the style attribute of `element`. */
export interface PlacedBlock {
  block: StyleBlock;
  element?: MailElement | undefined;
}

export interface PlacedDeclaration extends PlacedBlock {
  declaration: Declaration;
  span: Span;
}

/** The elements that a block's selectors name by their last parts. */
export interface BlockElements {
  isUsed: boolean;
  elements: readonly MailElement[];
}

/** More elements say nothing more. */
const maxElements = 200;

/** A mail, and what rules and guards look up in it. */
export class Surroundings {
  readonly mail: MailSource;
  readonly sheetBlocks: readonly PlacedBlock[];
  /** By the name of the property; those that are no custom ones also by `*`. */
  readonly declarations: ReadonlyMap<string, readonly PlacedDeclaration[]>;
  readonly elements: ReadonlyMap<string, readonly MailElement[]>;
  readonly attributes: ReadonlyMap<string, readonly [MailElement, Attribute][]>;
  /** Those of the layout and the partials too, by name, `.class` and `#id`. */
  private readonly selectable: ReadonlyMap<string, readonly MailElement[]>;
  private readonly mails: readonly MailSource[];
  private readonly conditions: readonly MailComment[];
  private readonly found = new Map<StyleBlock, BlockElements>();
  private colouredElements: ReadonlySet<MailElement> | null = null;

  /** `beside`: the layout and the partials that the mail is joined with. */
  constructor(mail: MailSource, beside: readonly MailSource[]) {
    this.mail = mail;
    this.mails = [mail, ...beside];
    this.conditions = mail.comments.filter(({ role }) => role === 'reveal' || role === 'end');
    this.sheetBlocks = mail.sheets.flatMap(({ blocks }) => blocks.map((block) => ({ block })));
    const inline = mail.elements.flatMap((element): PlacedBlock[] =>
      element.style ? [{ block: element.style, element }] : [],
    );
    const declarations = [...this.sheetBlocks, ...inline].flatMap((placed) =>
      placed.block.declarations.map((span) => ({ ...placed, declaration: span, span })),
    );
    this.declarations = grouped(declarations, ({ declaration: { property } }) =>
      property.startsWith('--') ? [] : [property, '*'],
    );
    this.elements = grouped(mail.elements, ({ name }) => [name]);
    const attributes = mail.elements.flatMap((element) =>
      element.attributes.map((attribute): [MailElement, Attribute] => [element, attribute]),
    );
    this.attributes = grouped(attributes, ([, { name }]) => [name]);
    const all = this.mails.flatMap(({ elements }) => elements);
    this.selectable = grouped(all, (element) => [
      ...keysOf(element),
      // The class is only known when the mail is rendered.
      ...(attributeOf(element, 'class')?.hasTag ? ['.'] : []),
    ]);
  }

  /** Whether a place is inside `<!--[if !mso]><!-->`. */
  isForOthers(offset: number): boolean {
    const { role, condition } = lastBefore(this.conditions, offset) ?? {};
    return role === 'reveal' && /^\(*!.*\bmso/.test(condition ?? '');
  }

  of(block: StyleBlock): BlockElements {
    const known = this.found.get(block);
    if (known) return known;
    const parts = readSelectors(block.selector).flatMap((selector) => selector.parts.at(-1) ?? []);
    const lists = parts.map((part) => this.matching(part));
    const found = {
      isUsed: parts.length === 0 || lists.some((list) => list === null || list.length > 0),
      elements: lists.flatMap((list) => list?.slice(0, maxElements) ?? []),
    };
    this.found.set(block, found);
    return found;
  }

  /** Null: unknown ones, or all. */
  private matching(part: Compound): readonly MailElement[] | null {
    if (part.classes.length > 0 && this.selectable.has('.')) return null;
    const lists = keysOf(part).map((key) => this.selectable.get(key) ?? []);
    const [least, ...others] = lists.sort((one, other) => one.length - other.length);
    if (!least) return null;
    return others.length === 0 ? least : least.filter((element) => isNamed(element, part));
  }

  /** The elements that a rule outside of `@` rules gives a background colour. */
  coloured(isColour: (declaration: Declaration) => boolean): ReadonlySet<MailElement> {
    this.colouredElements ??= new Set(
      this.mails
        .flatMap(({ sheets }) => sheets.flatMap(({ blocks }) => blocks))
        .filter(({ at, declarations }) => !at && declarations.some(isColour))
        .flatMap((block) => this.of(block).elements),
    );
    return this.colouredElements;
  }
}

type Named = Pick<Compound, 'name' | 'classes' | 'ids'>;

/** What a selector's part, or an element, can be found by. */
export function keysOf({ name, classes, ids }: Named): string[] {
  const own = name === null ? [] : [name];
  return [...ids.map((id) => `#${id}`), ...classes.map((each) => `.${each}`), ...own];
}

/** Whether an element has the name, the classes and the ids. */
export function isNamed(element: MailElement, { name, classes, ids }: Named): boolean {
  return (
    (name === null || name === element.name) &&
    classes.every((each) => element.classes.includes(each)) &&
    ids.every((each) => element.ids.includes(each))
  );
}

export function grouped<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
