/** One part of a selector between two combinators. */
export interface Compound {
  /** In lower case; null for every element. */
  name: string | null;
  classes: readonly string[];
  ids: readonly string[];
  /** Whether it has more than that: a pseudo-class, an attribute, `&`. */
  hasMore: boolean;
}

export interface Selector {
  parts: readonly Compound[];
  /** Whether all combinators are spaces. */
  isDescendant: boolean;
}

interface Part extends Compound {
  classes: string[];
  ids: string[];
}

const word = String.raw`(?:[\w-]|\\.|[\u0080-\uffff])+`;
const token = new RegExp(
  String.raw`\s*([>+~,])\s*|(\s+)|\.(${word})|#(${word})|(::?${word})|(${word})|(\*)|([\s\S])`,
  'gy',
);

/** The selectors of a rule. Brackets, and what is in them, only make a part have more than its name. */
export function readSelectors(text: string): Selector[] {
  const list = new SelectorList();
  let depth = 0;
  for (const match of text.trim().slice(0, 2000).matchAll(token)) {
    const [all, combinator, space, className, id, pseudo, name, , other] = match;
    depth += depthOf[other ?? ''] ?? 0;
    if (depth > 0 || other !== undefined || pseudo !== undefined) list.part().hasMore = true;
    else if (combinator !== undefined || space !== undefined) list.combine(combinator);
    else if (className !== undefined) list.part().classes.push(unescaped(className));
    else if (id !== undefined) list.part().ids.push(unescaped(id));
    else list.part().name = name === undefined ? null : all.toLowerCase();
  }
  return list.selectors.filter(({ parts }) => parts.length > 0);
}

const depthOf: Record<string, number> = { '(': 1, '[': 1, ')': -1, ']': -1 };

class SelectorList {
  readonly selectors: { parts: Part[]; isDescendant: boolean }[] = [];
  private current: Part | null = null;

  part(): Part {
    if (this.current) return this.current;
    const part: Part = { name: null, classes: [], ids: [], hasMore: false };
    const last = this.selectors.at(-1);
    if (last) last.parts.push(part);
    else this.selectors.push({ parts: [part], isDescendant: true });
    this.current = part;
    return part;
  }

  combine(combinator: string | undefined): void {
    this.current = null;
    const last = this.selectors.at(-1);
    if (combinator === ',') this.selectors.push({ parts: [], isDescendant: true });
    else if (combinator !== undefined && last) last.isDescendant = false;
  }
}

const unescaped = (name: string) => name.replace(/\\(.)/g, '$1');
