import { Tokenizer } from 'htmlparser2';
import { type MailComment, readComment } from './mail-comment.ts';
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
  /** What its content has, at any depth; `alt`: a picture with a text. */
  holds: Set<'words' | 'link' | 'picture' | 'alt'>;
}

/** The content of a style element. */
export interface StyleSheet extends Styles {
  element: MailElement;
  /** Where the parts begin and end that only some data print. */
  sections: readonly { start: number; opens: boolean }[];
}

export interface MailText extends Span {
  /** Decoded, with the template's tags masked. */
  words: string;
  /** Null outside of all elements. */
  element: MailElement | null;
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
  return reader;
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

/** Which elements begin, and which ones directly around them they end. */
const endings: readonly [begins: RegExp, ends: RegExp][] = [
  [/^li$/, /^(li|p)$/],
  [/^tr$/, /^(tr|td|th|p)$/],
  [/^t[dh]$/, /^(td|th|p)$/],
  [/^option$/, /^option$/],
  [/^(p|div|table|[uo]l|h[1-6r]|blockquote|center|form)$/, /^p$/],
];

class Reader implements MailSource {
  readonly masked: string;
  readonly html: string;
  readonly elements: MailElement[] = [];
  readonly texts: MailText[] = [];
  readonly comments: MailComment[] = [];
  readonly sheets: StyleSheet[] = [];
  private readonly open: MailElement[] = [];
  private readonly openNames = new Map<string, number>();
  private tag: { name: string; start: number; attributes: Attribute[] } | null = null;
  private attribute: { name: string; start: number; value: Span | null } | null = null;

  constructor(html: string) {
    this.html = html;
    this.masked = maskTags(html);
  }

  onopentagname(start: number, end: number): void {
    const name = this.masked.slice(start, end).toLowerCase();
    const [, ended] = endings.find(([begins]) => begins.test(name)) ?? [];
    while (ended?.test(this.open.at(-1)?.name ?? '')) this.close(start - 1, start - 1);
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

  onselfclosingtag(last: number): void {
    this.onopentagend(last, true);
  }

  onopentagend(last: number, isSelfClosing = false): void {
    if (!this.tag) return;
    const { name, start, attributes } = this.tag;
    const end = last + 1;
    this.tag = null;
    const wordsOf = (wanted: string) => [
      ...new Set(attributes.find((each) => each.name === wanted)?.value.match(/\S+/g)),
    ];
    const element: MailElement = {
      ...{ name, start, end, tag: { start, end }, content: { start: end, end }, attributes },
      parent: this.open.at(-1) ?? null,
      ...{ classes: wordsOf('class'), ids: wordsOf('id') },
      ...{ style: this.styleOf(attributes), holds: new Set() },
    };
    this.elements.push(element);
    const around = element.parent?.holds;
    if (name === 'a') around?.add('link');
    if (name === 'img') around?.add('picture');
    if (name === 'img' && hasWords(attributeOf(element, 'alt')?.value ?? '')) around?.add('alt');
    const isForeign = name.includes(':') || this.openNames.has('svg');
    if (voids.has(name) || (isSelfClosing && isForeign)) return;
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
    for (const what of element.holds) element.parent?.holds.add(what);
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
    const sections = [...css.matchAll(/\{\{\s*([#^/])/g)].map(({ index, 1: mark }) => {
      return { start: start + index, opens: mark !== '/' };
    });
    this.sheets.push({ element, sections, ...styles });
  }

  ontext(start: number, end: number): void {
    const element = this.open.at(-1) ?? null;
    if (element?.name === 'style' || element?.name === 'script') return;
    const words = decodeEntities(this.masked.slice(start, end));
    this.texts.push({ start, end, words, element });
    if (hasWords(words)) element?.holds.add('words');
  }

  oncomment(start: number, end: number, endOffset: number): void {
    this.comments.push(readComment(this.masked, start, end, endOffset));
  }

  ontextentity(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  oncdata(): void {}

  onend(): void {
    while (this.open.length > 0) this.close(this.masked.length, this.masked.length);
    this.openNames.clear();
  }
}
