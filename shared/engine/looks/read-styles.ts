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

const property = /^([*_$+#]?-{0,2}[a-z_][\w-]*)\s*:/i;

/** What a brace or a semicolon means nothing in: an escape, a comment, a string, an address; and what CSS skips. */
const opaque =
  /\\.|\/\*.*?(?:\*\/|$)|"(?:[^"\\\n\r\f]|\\.)*"?|'(?:[^'\\\n\r\f]|\\.)*'?|\burl\(\s*[^"'\s)][^)]*\)?|<!--|-->/gis;
/** One of these with its end. */
const whole = /^(?:\\.|\/\*.*\*\/|".*"|'.*'|url\(.*\)|<!--|-->)$/is;

/** What is open: a rule, an `@` rule, or one in the other. */
interface Level {
  rule: StyleBlock | null;
  at: AtRule | null;
}

/** A declaration, a selector or the head of an `@` rule; `plain`: without what is opaque. */
interface Item extends Span {
  plain: string;
}

/**
 * Reads the content of a style element or attribute, and tolerates errors.
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

  constructor(text: string, offset: number, isAttribute: boolean) {
    this.text = text;
    this.offset = offset;
    this.end = offset + text.length;
    if (isAttribute) this.root.rule = this.openBlock('', offset);
    this.readAll();
    const [unclosed] = this.levels;
    if (!unclosed) return;
    this.fail((unclosed.rule ?? unclosed.at)?.start ?? offset);
    // The rule after one without its closing brace is not meant to be nested.
    for (const block of this.styles.blocks) block.isNested = false;
  }

  private readAll(): void {
    const plain = this.text.replace(opaque, (part, at: number) => {
      if (!whole.test(part)) this.fail(this.offset + at);
      return (/^[/<-]/.test(part) ? ' ' : 'x').repeat(part.length);
    });
    let from = 0;
    let braces = 0;
    for (const { 0: sign, index } of `${plain};`.matchAll(/[{};]/g)) {
      const written = plain.slice(from, index);
      // The value of a custom property may have braces.
      if ((braces > 0 || sign === '{') && /^\s*--[\w-]*\s*:/.test(written) && plain[index]) {
        braces += { '{': 1, '}': -1 }[sign] ?? 0;
        continue;
      }
      const start = this.offset + from + written.length - written.trimStart().length;
      const item = { start, end: start + written.trim().length, plain: written.trim() };
      if (count(item.plain, /[([]/g) > count(item.plain, /[)\]]/g)) this.fail(start);
      from = index + 1;
      braces = 0;
      if (sign === '{') this.open(item, this.offset + from);
      else this.finish(item);
      if (sign === '}') this.close(this.offset + from);
    }
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

  private finish(item: Item): void {
    if (item.plain.startsWith('@')) this.readAt(item, null);
    else if (item.plain !== '' && !this.readDeclaration(item)) this.fail(item.start);
  }

  private readDeclaration({ start, end, plain }: Item): boolean {
    const [head, name] = property.exec(plain) ?? [];
    const block = this.blockHere();
    if (!block || head === undefined || name === undefined) return false;
    const [important = ''] = /!\s*important$/i.exec(plain) ?? [];
    const value = this.slice(start + head.length, end - important.length).trim();
    if (value === '' && !name.startsWith('--')) return false;
    const { declarations } = block;
    declarations.push({
      property: name.toLowerCase(),
      value,
      important: important !== '',
      start,
      end,
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
    const span = { start, end: this.end };
    const block: StyleBlock = { selector, ...span, declarations: [], at, isNested: rule !== null };
    this.styles.blocks.push(block);
    return block;
  }

  private readAt({ start, end }: Item, body: Span | null): AtRule {
    const [, name = '', prelude = ''] = /^@([\w-]*)(.*)/s.exec(this.slice(start, end)) ?? [];
    const rule: AtRule = {
      ...{ name: name.toLowerCase(), prelude: prelude.trim(), body },
      ...{ start, end: body ? this.end : end, parent: this.level.at },
    };
    this.styles.atRules.push(rule);
    return rule;
  }

  private open(head: Item, bodyStart: number): void {
    const { plain, start, end } = head;
    let { rule, at } = this.level;
    if (plain.startsWith('@')) at = this.readAt(head, { start: bodyStart, end: this.end });
    else {
      if (plain === '' || /^\s*,|,\s*(,|$)/.test(plain)) this.fail(start);
      rule = this.openBlock(this.slice(start, end), start);
    }
    this.levels.push({ rule, at });
  }

  private close(end: number): void {
    const closed = this.levels.pop();
    if (!closed) this.fail(end - 1);
    const { rule = null, at = null } = closed ?? {};
    if (rule && rule !== this.level.rule) rule.end = end;
    if (at?.body && at !== this.level.at) {
      at.end = end;
      at.body.end = end - 1;
    }
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
