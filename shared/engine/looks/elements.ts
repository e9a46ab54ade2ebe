import { attributeOf, type MailElement, type MailSource } from './read-mail.ts';
import type { StyleBlock } from './read-styles.ts';
import { type Compound, readSelectors } from './selectors.ts';

/** The elements of a mail, and of the layout and partials that it is joined with, by what selectors name. */
export class ElementIndex {
  private readonly byClass = new Map<string, MailElement[]>();
  private readonly byName = new Map<string, MailElement[]>();
  private readonly byId = new Map<string, MailElement[]>();
  private readonly all: MailElement[];
  /** Whether a class is only known when the mail is rendered. */
  private readonly hasUnknownClass: boolean;
  private readonly found = new Map<StyleBlock, BlockElements>();

  constructor(mails: readonly MailSource[]) {
    this.all = mails.flatMap(({ elements }) => elements);
    for (const element of this.all) {
      for (const name of new Set(element.classes)) add(this.byClass, name, element);
      add(this.byName, element.name, element);
      const id = attributeOf(element, 'id')?.value;
      if (id) add(this.byId, id, element);
    }
    this.hasUnknownClass = this.all.some((element) => attributeOf(element, 'class')?.hasTag);
  }

  /** The elements that the last part of the block's selector names; of a style attribute, its own element. */
  of(block: StyleBlock): BlockElements {
    const known = this.found.get(block);
    if (known) return known;
    const parts = readSelectors(block.selector).flatMap(({ parts }) => parts.at(-1) ?? []);
    const lists = parts.map((part) => this.matching(part));
    const found = {
      isUsed: parts.length === 0 || lists.some((list) => list === null || list.length > 0),
      elements: lists.flatMap((list) => list?.slice(0, maxElements) ?? []),
    };
    this.found.set(block, found);
    return found;
  }

  /** Null: unknown ones. */
  private matching(part: Compound): readonly MailElement[] | null {
    const { name, classes, ids } = part;
    if (classes.length > 0 && this.hasUnknownClass) return null;
    const lists = [
      ...classes.map((each) => this.byClass.get(each) ?? []),
      ...ids.map((each) => this.byId.get(each) ?? []),
      ...(name === null ? [] : [this.byName.get(name) ?? []]),
    ].sort((one, other) => one.length - other.length);
    const [least] = lists;
    if (!least) return null;
    return lists.length === 1 ? least : least.filter((element) => isNamed(element, part));
  }
}

/** More elements say nothing more. */
const maxElements = 200;

export interface BlockElements {
  isUsed: boolean;
  elements: readonly MailElement[];
}

/** Whether an element has the name, the classes and the ids. */
export function isNamed(element: MailElement, { name, classes, ids }: Compound): boolean {
  const id = ids.length > 0 ? attributeOf(element, 'id')?.value : undefined;
  return (
    (name === null || name === element.name) &&
    classes.every((each) => element.classes.includes(each)) &&
    ids.every((each) => each === id)
  );
}

function add(map: Map<string, MailElement[]>, key: string, element: MailElement): void {
  const list = map.get(key);
  if (list) list.push(element);
  else map.set(key, [element]);
}
