import { tokenTypes as css, tokenize } from 'css-tree/tokenizer';

/** A part of a source: offsets in UTF-16 units, the end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** From the first letter of the property to the end of the value, without the semicolon. */
export interface Declaration extends Span {
  /** In lower case. */
  property: string;
  /** Without `!important` and outer white space. */
  value: string;
  /** Where the value stands. */
  valueSpan: Span;
  important: boolean;
}

/** A rule, from its selector to its closing brace; or the whole content of a style attribute. */
export interface StyleBlock extends Span {
  /** As written; `@font-face` for the declarations of an `@` rule; empty for a style attribute. */
  selector: string;
  /** Between the braces. */
  body: Span;
  declarations: Declaration[];
  /** The innermost `@` rule around it. */
  at: AtRule | null;
  /** The rule that it is nested in. */
  parent: StyleBlock | null;
  /** Whether its closing brace is missing. */
  isOpen: boolean;
}

/** An `@` rule, from its `@` to its semicolon or closing brace. */
export interface AtRule extends Span {
  /** Without the `@`, in lower case. */
  name: string;
  prelude: string;
  /** Between the braces; null if it has none. */
  body: Span | null;
  /** The `@` rule around it. */
  parent: AtRule | null;
}

export interface Styles {
  blocks: StyleBlock[];
  atRules: AtRule[];
  /** The offsets of what cannot be read. */
  errors: number[];
}

/** The `@` rules that hold rules; all others hold declarations. */
const groups = /^(-\w+-)?(media|supports|layer|container|document|keyframes|scope|starting-style)$/;

/** A property, or the name of an `@` rule without its `@`. */
const propertyName = /^[*_$+#]?-{0,2}[a-z_][\w-]*$/i;

interface Level {
  rule: StyleBlock | null;
  at: AtRule | null;
}

/** A declaration, a selector or the head of an `@` rule, which is being read. */
interface Item extends Span {
  isAt: boolean;
  /** The offsets of its first colon and its last `!`; -1 if it has none. */
  colon: number;
  bang: number;
}

/**
 * Reads the content of a style element or attribute, and tolerates errors.
 *
 * @param offset where `text` begins in its source
 */
export function readStyles(text: string, offset: number, isAttribute = false): Styles {
  return new StyleReader(text, offset, isAttribute).read();
}

class StyleReader {
  private readonly text: string;
  private readonly offset: number;
  private readonly styles: Styles = { blocks: [], atRules: [], errors: [] };
  /** What is open; a stack of its own, because styles may nest deeper than calls can. */
  private readonly levels: Level[] = [];
  private readonly root: StyleBlock | null;
  private item: Item | null = null;
  /** Open parentheses and square brackets, and the braces in the value of a custom property. */
  private brackets = 0;
  private braces = 0;

  constructor(text: string, offset: number, isAttribute: boolean) {
    this.text = text;
    this.offset = offset;
    this.root = isAttribute ? this.openBlock('', 0, 0) : null;
  }

  read(): Styles {
    tokenize(this.text, (type, start, end) => this.take(type, start, end));
    this.finish();
    const [unclosed] = this.levels;
    if (unclosed) this.fail((unclosed.rule ?? unclosed.at ?? { start: 0 }).start - this.offset);
    if (this.root) this.root.isOpen = false;
    return this.styles;
  }

  private fail(at: number): void {
    this.styles.errors.push(this.offset + at);
  }

  private span(start: number, end: number): Span {
    return { start: this.offset + start, end: this.offset + end };
  }

  private take(type: number, start: number, end: number): void {
    if (type === css.Comment && !this.text.slice(start + 2, end).endsWith('*/')) this.fail(start);
    if (type === css.Comment || type === css.WhiteSpace) return;
    if (type === css.BadString || type === css.BadUrl) this.fail(start);
    if (type === css.LeftCurlyBracket || type === css.RightCurlyBracket) {
      this.takeBrace(type === css.LeftCurlyBracket, start, end);
    } else if (type === css.Semicolon && this.braces === 0) {
      if (this.brackets > 0) this.fail(this.item?.start ?? start);
      this.finish();
    } else if (this.item || (type !== css.CDO && type !== css.CDC)) {
      this.addToItem(type, start, end);
    }
  }

  private takeBrace(opens: boolean, start: number, end: number): void {
    const { item } = this;
    const isCustom = item !== null && item.colon >= 0 && this.text.startsWith('--', item.start);
    if (opens ? isCustom : this.braces > 0) {
      this.braces += opens ? 1 : -1;
      this.addToItem(-1, start, end);
      return;
    }
    if (this.brackets > 0) this.fail(item?.start ?? start);
    if (opens) this.open(start, end);
    else this.close(start, end);
  }

  private addToItem(type: number, start: number, end: number): void {
    this.item ??= { start, end, isAt: type === css.AtKeyword, colon: -1, bang: -1 };
    const { item } = this;
    item.end = end;
    if (opening.has(type)) this.brackets++;
    if (closing.has(type)) this.brackets--;
    if (this.brackets > 0) return;
    if (type === css.Colon && item.colon < 0) item.colon = start;
    if (type === css.Delim && this.text[start] === '!') item.bang = start;
  }

  private takeItem(): Item | null {
    const { item } = this;
    this.item = null;
    this.brackets = 0;
    return item;
  }

  private finish(): void {
    const item = this.takeItem();
    if (!item) return;
    if (item.isAt) this.readAt(item, null);
    else if (!this.readDeclaration(item)) this.fail(item.start);
  }

  private readDeclaration({ start, end, colon, bang }: Item): boolean {
    const property = this.text.slice(start, Math.max(start, colon)).trim();
    const block = this.blockHere();
    if (!block || !propertyName.test(property)) return false;
    const important = bang > colon && /^!\s*important$/i.test(this.text.slice(bang, end));
    const written = this.text.slice(colon + 1, important ? bang : end);
    const value = written.trim();
    if (value === '' && !property.startsWith('--')) return false;
    const valueStart = colon + 1 + written.length - written.trimStart().length;
    block.declarations.push({
      ...{ property: property.toLowerCase(), value, important, ...this.span(start, end) },
      valueSpan: this.span(valueStart, valueStart + value.length),
    });
    return true;
  }

  /** The block that a declaration here belongs to. */
  private blockHere(): StyleBlock | null {
    const level = this.levels.at(-1);
    if (!level) return this.root;
    const { rule, at } = level;
    if (rule || !at?.body || groups.test(at.name)) return rule;
    level.rule = this.openBlock(`@${at.name}`, at.start - this.offset, 0);
    level.rule.body = at.body;
    return level.rule;
  }

  private openBlock(selector: string, start: number, body: number): StyleBlock {
    const { rule: parent = null, at = null } = this.levels.at(-1) ?? {};
    const end = this.text.length;
    const block: StyleBlock = {
      ...{ selector, ...this.span(start, end), body: this.span(body, end) },
      ...{ declarations: [], at, parent, isOpen: true },
    };
    this.styles.blocks.push(block);
    return block;
  }

  private readAt({ start, end }: Item, body: Span | null): AtRule {
    const head = this.text.slice(start, end);
    const name = /^@[\w-]*/.exec(head)?.[0] ?? '@';
    const rule: AtRule = {
      ...{ name: name.slice(1).toLowerCase(), prelude: head.slice(name.length).trim(), body },
      ...this.span(start, body ? this.text.length : end),
      parent: this.levels.at(-1)?.at ?? null,
    };
    this.styles.atRules.push(rule);
    return rule;
  }

  private open(start: number, end: number): void {
    const head = this.takeItem() ?? { start, end: start, isAt: false, colon: -1, bang: -1 };
    const { rule = null, at = null } = this.levels.at(-1) ?? {};
    if (head.isAt) {
      this.levels.push({ rule, at: this.readAt(head, this.span(end, this.text.length)) });
      return;
    }
    const selector = this.text.slice(head.start, head.end);
    if (selector === '' || /^\s*,|,\s*(,|$)/.test(selector)) this.fail(head.start);
    this.levels.push({ rule: this.openBlock(selector, head.start, end), at });
  }

  private close(start: number, end: number): void {
    this.finish();
    const level = this.levels.pop();
    if (!level) {
      this.fail(start);
      return;
    }
    const outer = this.levels.at(-1);
    const { rule, at } = level;
    if (at && at !== outer?.at) {
      at.end = this.offset + end;
      if (at.body) at.body.end = this.offset + start;
    }
    if (rule && rule !== outer?.rule) {
      rule.isOpen = false;
      rule.end = this.offset + end;
      rule.body.end = this.offset + start;
    }
  }
}

const opening = new Set([css.Function, css.LeftParenthesis, css.LeftSquareBracket]);
const closing = new Set([css.RightParenthesis, css.RightSquareBracket]);
