import { Tokenizer } from 'htmlparser2';
import { decodeEntities, hasTag, maskEntities, maskStyles, maskTags } from './mask.ts';
import { readStyles, type Span, type StyleBlock, type Styles } from './read-styles.ts';

/** From the first letter of its name to the end of its value or closing quote. */
export interface Attribute extends Span {
  /** In lower case. */
  name: string;
  /** With the template's tags masked and the usual entities decoded. */
  value: string;
  /** Without the quotes; empty, at the end of the name, if it has no value. */
  valueSpan: Span;
  /** Whether the value has a tag of the template. */
  hasTag: boolean;
}

/** From its `<` to the end of its closing tag; without one, to where its content ends. */
export interface MailElement extends Span {
  /** In lower case. */
  name: string;
  /** The opening tag. */
  tag: Span;
  /** Between the tags. */
  content: Span;
  attributes: readonly Attribute[];
  parent: MailElement | null;
  classes: readonly string[];
  /** The value of its `id`, or none. */
  ids: readonly string[];
  /** The declarations of its style attribute. */
  style: StyleBlock | null;
  /** Whether it is inside `<!--[if !mso]><!-->`. */
  notMso: boolean;
  /** What its content has, at any depth; `alt`: a picture with a text. */
  holds: { words: boolean; link: boolean; picture: boolean; alt: boolean };
}

/** The content of a style element. */
export interface StyleSheet extends Styles {
  element: MailElement;
  /** The blocks that only some data print. */
  inSections: ReadonlySet<StyleBlock>;
}

export interface MailText extends Span {
  /** Decoded, with the template's tags masked. */
  words: string;
  /** Null outside of all elements. */
  element: MailElement | null;
  notMso: boolean;
}

/** A comment, from `<!--` or `<![` to its end. */
export interface MailComment extends Span {
  /** What the condition says, in lower case: `mso`, `!mso`, `gte mso 9`; null if it has none. */
  condition: string | null;
  /** What only a client of the condition reads, between `]>` and `<![endif]`. Null if the comment hides nothing. */
  content: Span | null;
  /** `reveal`: its content, up to the next `end`, is outside the comment. `open`: it has no end. */
  role: 'hidden' | 'reveal' | 'end' | 'open' | 'plain';
}

/** A mail's HTML as it is written, with the place of all that can be judged, removed or changed. */
export interface MailSource {
  html: string;
  /** Of the same length, with the template's tags masked. */
  masked: string;
  /** In the order of their opening tags. */
  elements: readonly MailElement[];
  texts: readonly MailText[];
  comments: readonly MailComment[];
  sheets: readonly StyleSheet[];
}

/** @throws never: what cannot be read is left out */
export function readMail(html: string): MailSource {
  const reader = new Reader(html);
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  tokenizer.write(reader.masked);
  tokenizer.end();
  return reader.mail();
}

export function attributeOf(element: MailElement, name: string): Attribute | undefined {
  return element.attributes.find((attribute) => attribute.name === name);
}

/** Spaces and characters without a width: mails fill their preheader with them. */
const invisible = /\s|\u034f|[\u200b\u200c\u2060\ufeff]|\u200d/g;

export const hasWords = (text: string) => text.replace(invisible, '') !== '';

const voids = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** An element of these names ends the open ones that stand directly around it. */
const endedBy: Record<string, readonly string[]> = {
  li: ['li', 'p'],
  tr: ['tr', 'td', 'th', 'p'],
  td: ['td', 'th', 'p'],
  th: ['td', 'th', 'p'],
  option: ['option'],
  ...Object.fromEntries(
    'p div table ul ol h1 h2 h3 h4 h5 h6 hr blockquote center form'
      .split(' ')
      .map((name) => [name, ['p']]),
  ),
};

function blocksInSections(css: string, offset: number, { blocks }: Styles): Set<StyleBlock> {
  const inside = new Set<StyleBlock>();
  const marks = [...css.matchAll(/\{\{\s*([#^/])/g)].map(({ index, 1: mark }) => ({
    at: offset + index,
    step: mark === '/' ? -1 : 1,
  }));
  let depth = 0;
  for (const block of blocks) {
    while ((marks[0]?.at ?? Number.POSITIVE_INFINITY) < block.start)
      depth += marks.shift()?.step ?? 0;
    if (depth > 0) inside.add(block);
  }
  return inside;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

class Reader {
  readonly masked: string;
  private readonly html: string;
  private readonly elements: MailElement[] = [];
  private readonly texts: MailText[] = [];
  private readonly comments: MailComment[] = [];
  private readonly sheets: StyleSheet[] = [];
  private readonly open: MailElement[] = [];
  private readonly openNames = new Map<string, number>();
  private tag: { name: string; start: number; attributes: Attribute[] } | null = null;
  private attribute: { name: string; start: number; value: Span | null } | null = null;
  private notMso = false;

  constructor(html: string) {
    this.html = html;
    this.masked = maskTags(html);
  }

  mail(): MailSource {
    const { html, masked, elements, texts, comments, sheets } = this;
    return { html, masked, elements, texts, comments, sheets };
  }

  onopentagname(start: number, end: number): void {
    const name = this.masked.slice(start, end).toLowerCase();
    const ended = endedBy[name] ?? [];
    while (ended.includes(this.open.at(-1)?.name ?? '')) this.close(start - 1, start - 1);
    this.tag = { name, start: start - 1, attributes: [] };
  }

  onattribname(start: number, end: number): void {
    this.attribute = { name: this.masked.slice(start, end).toLowerCase(), start, value: null };
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute) this.attribute.value = { start: this.attribute.value?.start ?? start, end };
  }

  onattribentity(): void {}

  onattribend(quote: number, end: number): void {
    if (!this.attribute || !this.tag) return;
    const { name, start, value } = this.attribute;
    const empty = quote > 1 ? end - 1 : start + name.length;
    const valueSpan = value ?? { start: empty, end: empty };
    this.tag.attributes.push({
      ...{ name, start, end: quote > 0 ? end : start + name.length, valueSpan },
      value: decodeEntities(this.masked.slice(valueSpan.start, valueSpan.end)),
      hasTag: hasTag(this.html.slice(valueSpan.start, valueSpan.end)),
    });
    this.attribute = null;
  }

  onopentagend(end: number): void {
    this.openTag(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.openTag(end + 1, true);
  }

  private openTag(end: number, selfClosing: boolean): void {
    if (!this.tag) return;
    const { name, start, attributes } = this.tag;
    this.tag = null;
    const wordsOf = (wanted: string) => [
      ...new Set(attributes.find((each) => each.name === wanted)?.value.match(/\S+/g)),
    ];
    const element: MailElement = {
      ...{ name, start, end, tag: { start, end }, content: { start: end, end }, attributes },
      parent: this.open.at(-1) ?? null,
      ...{ classes: wordsOf('class'), ids: wordsOf('id') },
      style: this.styleOf(attributes),
      notMso: this.notMso,
      holds: { words: false, link: false, picture: false, alt: false },
    };
    this.elements.push(element);
    if (name === 'a') this.hold('link');
    if (name === 'img') this.hold('picture');
    const alt = name === 'img' && attributes.find((each) => each.name === 'alt');
    if (alt && hasWords(alt.value)) this.hold('alt');
    const isForeign = name.includes(':') || this.openNames.has('svg');
    if (voids.has(name) || (selfClosing && isForeign)) return;
    this.open.push(element);
    this.openNames.set(name, (this.openNames.get(name) ?? 0) + 1);
  }

  private styleOf(attributes: readonly Attribute[]): StyleBlock | null {
    const attribute = attributes.find(({ name }) => name === 'style');
    if (!attribute) return null;
    const { start, end } = attribute.valueSpan;
    const css = maskEntities(maskStyles(this.html.slice(start, end)));
    return readStyles(css, start, true).blocks[0] ?? null;
  }

  onclosetag(start: number, end: number): void {
    const name = this.masked.slice(start, end).trim().toLowerCase();
    if (!this.openNames.has(name)) return;
    const after = this.masked.indexOf('>', end) + 1 || this.masked.length;
    for (let closed = ''; closed !== name; ) {
      closed = this.open.at(-1)?.name ?? name;
      this.close(start - 2, closed === name ? after : start - 2);
    }
  }

  private close(contentEnd: number, end: number): void {
    const element = this.open.pop();
    if (!element) return;
    const others = (this.openNames.get(element.name) ?? 1) - 1;
    if (others > 0) this.openNames.set(element.name, others);
    else this.openNames.delete(element.name);
    element.content.end = contentEnd;
    element.end = end;
    if (element.name === 'style') this.readSheet(element);
    const { holds, parent } = element;
    for (const what of ['words', 'link', 'picture', 'alt'] as const) {
      if (parent && holds[what]) parent.holds[what] = true;
    }
  }

  private readSheet(element: MailElement): void {
    const { start, end } = element.content;
    const css = this.html.slice(start, end);
    const styles = readStyles(maskStyles(css), start);
    const prelude = attributeOf(element, 'media')?.value.trim() ?? '';
    if (!/^(all|screen|)$/i.test(prelude)) {
      const media = { name: 'media', prelude, body: element.content, parent: null, ...element.tag };
      for (const block of styles.blocks) block.at ??= media;
    }
    this.sheets.push({ element, inSections: blocksInSections(css, start, styles), ...styles });
  }

  private hold(what: keyof MailElement['holds']): void {
    const around = this.open.at(-1);
    if (around) around.holds[what] = true;
  }

  ontext(start: number, end: number): void {
    const element = this.open.at(-1) ?? null;
    if (element?.name === 'style' || element?.name === 'script') return;
    const words = decodeEntities(this.masked.slice(start, end));
    this.texts.push({ start, end, words, element, notMso: this.notMso });
    if (hasWords(words)) this.hold('words');
  }

  ontextentity(): void {}

  oncomment(start: number, end: number, endOffset: number): void {
    const text = this.masked.slice(start, end - endOffset);
    const isBogus = !this.masked.startsWith('--', start - 2);
    const from = start - (isBogus ? 2 : 4);
    const until = isBogus ? Math.min(end + 1, this.masked.length) : end + (endOffset > 0 ? 1 : 0);
    const [head, test = ''] = /^\s*\[if\s+([^\]]*)\]>?/i.exec(text) ?? [];
    const comment = {
      ...{ start: from, end: until, content: null },
      condition: head === undefined ? null : test.trim().toLowerCase(),
    };
    this.comments.push(
      head === undefined
        ? { ...comment, role: /^\s*(<!)?\s*\[endif\]/i.test(text) ? 'end' : 'plain' }
        : this.conditional(comment, text, start, head.length, isBogus),
    );
    const last = this.comments.at(-1);
    if (last?.role === 'reveal') this.notMso = /^\(*!.*\bmso/.test(last.condition ?? '');
    if (last?.role === 'end') this.notMso = false;
  }

  private conditional(
    comment: Omit<MailComment, 'role'>,
    text: string,
    start: number,
    head: number,
    isBogus: boolean,
  ): MailComment {
    const rest = text.slice(head);
    if (isBogus || /^\s*(<!--|<!|-->)?\s*$/.test(rest)) return { ...comment, role: 'reveal' };
    const end = rest.search(/<!\[endif\]\s*$/i);
    // A comment that begins or ends within it shows that its own end lacks the dashes.
    const inner = rest.slice(0, Math.max(0, end));
    const isTorn =
      /<!--\[if/i.test(inner) || count(inner, /<!\[endif/gi) > count(inner, /<!\[if/gi);
    if (end === -1 || isTorn) return { ...comment, role: 'open' };
    const content = { start: start + head, end: start + head + end };
    return { ...comment, content, role: 'hidden' };
  }

  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  oncdata(): void {}

  onend(): void {
    while (this.open.length > 0) this.close(this.masked.length, this.masked.length);
    this.openNames.clear();
  }
}
