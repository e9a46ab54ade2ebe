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
  important: boolean;
}

/** A rule, from its selector to its closing brace; or the whole content of a style attribute. */
export interface StyleBlock extends Span {
  /** As written; `@font-face` for the declarations of an `@` rule; empty for a style attribute. */
  selector: string;
  declarations: Declaration[];
  /** The innermost `@` rule around it. */
  at: AtRule | null;
  isNested: boolean;
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
  /** The first offset of what cannot be read; null if all can. */
  error: number | null;
}

/** The `@` rules that hold rules; all others hold declarations. */
const groups = /^(-\w+-)?(media|supports|layer|container|document|keyframes|scope|starting-style)$/;

/** A property with its colon, and a comment between the two. */
const property = /^([*_$+#]?-{0,2}[a-z_][\w-]*)(?:\s|\/\*[^*]*\*\/)*:/i;

/** What is open: a rule, an `@` rule, or one in the other. */
interface Level {
  rule: StyleBlock | null;
  at: AtRule | null;
}

/**
 * Reads the content of a style element or attribute, and tolerates errors. css-tree's parser calls itself for each
 * level, and does not read rules in rules: only its tokens are used.
 *
 * @param offset where `text` begins in its source
 */
export function readStyles(text: string, offset: number, isAttribute = false): Styles {
  return new StyleReader(text, offset, isAttribute).styles;
}

class StyleReader {
  readonly styles: Styles = { blocks: [], atRules: [], error: null };
  private readonly text: string;
  private readonly offset: number;
  private readonly end: number;
  private readonly levels: Level[] = [];
  private readonly root: Level = { rule: null, at: null };
  /** A declaration, a selector or the head of an `@` rule, which is being read. */
  private item: Span | null = null;
  /** Open parentheses and square brackets, and the braces in the value of a custom property. */
  private brackets = 0;
  private braces = 0;

  constructor(text: string, offset: number, isAttribute: boolean) {
    this.text = text;
    this.offset = offset;
    this.end = offset + text.length;
    if (isAttribute) this.root.rule = this.openBlock('', offset);
    tokenize(text, (type, start, end) => this.take(type, offset + start, offset + end));
    this.finish();
    const [unclosed] = this.levels;
    if (!unclosed) return;
    this.fail((unclosed.rule ?? unclosed.at)?.start ?? offset);
    // The rule after one without its closing brace is not meant to be nested.
    for (const block of this.styles.blocks) block.isNested = false;
  }

  private get level(): Level {
    return this.levels.at(-1) ?? this.root;
  }

  private slice(start: number, end: number): string {
    return this.text.slice(start - this.offset, end - this.offset);
  }

  private fail(at: number): void {
    this.styles.error = Math.min(this.styles.error ?? at, at);
  }

  private take(type: number, start: number, end: number): void {
    const isComment = type === css.Comment;
    const isTorn = isComment && !this.slice(start + 2, end).endsWith('*/');
    if (isTorn || type === css.BadString || type === css.BadUrl) this.fail(start);
    if (isComment || type === css.WhiteSpace) return;
    if (type === css.LeftCurlyBracket || type === css.RightCurlyBracket) {
      this.takeBrace(type === css.LeftCurlyBracket, start, end);
    } else if (type === css.Semicolon && this.braces === 0) this.finish();
    else if (this.item || (type !== css.CDO && type !== css.CDC)) {
      this.addToItem(start, end);
      if (opening.has(type)) this.brackets++;
      if (closing.has(type)) this.brackets--;
    }
  }

  private addToItem(start: number, end: number): void {
    this.item = { start: this.item?.start ?? start, end };
  }

  private takeBrace(opens: boolean, start: number, end: number): void {
    const written = this.item ? this.slice(this.item.start, start) : '';
    const isCustom = written.startsWith('--') && property.test(written);
    if (opens ? isCustom : this.braces > 0) {
      this.braces += opens ? 1 : -1;
      this.addToItem(start, end);
    } else if (opens) this.open(start, end);
    else this.close(start, end);
  }

  private takeItem(): Span | null {
    const { item } = this;
    if (this.brackets > 0) this.fail(item?.start ?? this.offset);
    this.item = null;
    this.brackets = 0;
    return item;
  }

  private finish(): void {
    const item = this.takeItem();
    if (!item) return;
    if (this.slice(item.start, item.end).startsWith('@')) this.readAt(item, null);
    else if (!this.readDeclaration(item)) this.fail(item.start);
  }

  private readDeclaration({ start, end }: Span): boolean {
    const written = this.slice(start, end);
    const [head, name] = property.exec(written) ?? [];
    const block = this.blockHere();
    if (!block || head === undefined || name === undefined) return false;
    const given = written.slice(head.length);
    const value = given.replace(/!\s*important$/i, '');
    if (value.trim() === '' && !name.startsWith('--')) return false;
    block.declarations.push({
      ...{ property: name.toLowerCase(), value: value.trim(), important: value !== given },
      ...{ start, end },
    });
    return true;
  }

  /** The block that a declaration here belongs to. */
  private blockHere(): StyleBlock | null {
    const { rule, at } = this.level;
    if (!rule && at?.body && !groups.test(at.name))
      this.level.rule = this.openBlock(`@${at.name}`, at.start);
    return this.level.rule;
  }

  private openBlock(selector: string, start: number): StyleBlock {
    const { rule, at } = this.level;
    const block: StyleBlock = {
      ...{ selector, start, end: this.end },
      ...{ declarations: [], at, isNested: rule !== null },
    };
    this.styles.blocks.push(block);
    return block;
  }

  private readAt({ start, end }: Span, body: Span | null): AtRule {
    const head = this.slice(start, end);
    const name = /^@[\w-]*/.exec(head)?.[0] ?? '@';
    const rule: AtRule = {
      ...{ name: name.slice(1).toLowerCase(), prelude: head.slice(name.length).trim(), body },
      ...{ start, end: body ? this.end : end, parent: this.level.at },
    };
    this.styles.atRules.push(rule);
    return rule;
  }

  private open(start: number, end: number): void {
    const head = this.takeItem() ?? { start, end: start };
    const selector = this.slice(head.start, head.end);
    const { rule, at } = this.level;
    if (selector.startsWith('@')) {
      this.levels.push({ rule, at: this.readAt(head, { start: end, end: this.end }) });
      return;
    }
    if (selector === '' || /^\s*,|,\s*(,|$)/.test(selector)) this.fail(head.start);
    this.levels.push({ rule: this.openBlock(selector, head.start), at });
  }

  private close(start: number, end: number): void {
    this.finish();
    const closed = this.levels.pop();
    if (!closed) this.fail(start);
    const { rule = null, at = null } = closed ?? {};
    if (rule && rule !== this.level.rule) rule.end = end;
    if (at?.body && at !== this.level.at) {
      at.end = end;
      at.body.end = start;
    }
  }
}

const opening = new Set([css.Function, css.LeftParenthesis, css.LeftSquareBracket]);
const closing = new Set([css.RightParenthesis, css.RightSquareBracket]);
