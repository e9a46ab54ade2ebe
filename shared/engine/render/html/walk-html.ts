import { layout } from '../text/layout.ts';
import { layoutOf, unseenElements } from './element-layout.ts';
import { type LineBreaks, readStyle } from './element-style.ts';
import { readStyleRules, ShallowParser } from './read-style-rules.ts';
import { beginsStandIn } from './stand-in.ts';
import type { StyleRules } from './style-rules.ts';

/** `walkHtml` calls these methods with the contents of an HTML document, in reading order. */
export interface WordTarget {
  /** Words with one space between them, and no white space before or after them. */
  words(text: string): void;
  /** A part of a line whose white space counts. */
  verbatim(text: string): void;
  /** A layout step: one of the numbers of `layout`. */
  layout(step: number): void;
  /** Begins a numbered list, whose first item has the number `first`. */
  list(first: number): void;
  /** Text that a plain-text mail leaves out: comments, hidden words, attributes. */
  unseen(text: string): void;
}

const rule = '-'.repeat(40);

type Attributes = Readonly<Record<string, string>>;

type Element = {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether the words in it have no size. A picture in it still has one. */
  readonly isSizeless: boolean;
  readonly lineBreaks: LineBreaks;
  /** The step of `layout` after it; null if there is none. */
  readonly after: number | null;
  /** The address that its words link to; null if it is not a link. */
  readonly href: string | null;
};

/** Reads an HTML of any depth and reports what a person would read. `rules`: those of its own style sheets. */
export function walkHtml(html: string, target: WordTarget, rules = readStyleRules(html)): void {
  const walk = new Walk(target, rules);
  const parser = new ShallowParser(walk, {
    onopentag: (name, attributes) => walk.open(name, attributes),
    onclosetag: () => walk.close(),
    ontext: (text) => walk.read(text),
    oncomment: (text) => walk.skip(text),
    onprocessinginstruction: (_name, text) => walk.skip(text),
  });
  parser.end(html);
  walk.end();
}

class Walk {
  private readonly target: WordTarget;
  private readonly rules: StyleRules;
  private readonly elements: Element[] = [];
  private text = '';

  constructor(target: WordTarget, rules: StyleRules) {
    this.target = target;
    this.rules = rules;
  }

  get depth(): number {
    return this.elements.length;
  }

  read(text: string): void {
    this.text += text;
  }

  skip(text: string): void {
    this.end();
    this.target.unseen(text);
  }

  /** Puts the words of an element that is too deep on a line of their own. */
  passTooDeep(): void {
    this.end();
    this.target.layout(layout.line);
  }

  open(name: string, attributes: Attributes): void {
    this.end();
    const parent = this.elements.at(-1) ?? root;
    const style = readStyle(name, attributes, this.rules);
    const isHidden = parent.isHidden || style.isHidden || unseenElements.has(name);
    const around = isHidden ? null : layoutOf(name, parent.name, style.isBlock);
    const href = isHidden || name !== 'a' ? null : (attributes.href ?? null);
    const byName = name === 'pre' ? 'kept' : parent.lineBreaks;
    this.passOver(attributes, isHidden);
    const element: Element = {
      name,
      isHidden,
      isSizeless: style.isSizeless ?? parent.isSizeless,
      lineBreaks: style.lineBreaks ?? byName,
      after: around?.after ?? null,
      href,
    };
    this.elements.push(element);
    if (isHidden) return;
    if (name === 'ol') this.target.list(firstNumber(attributes));
    else if (around !== null) this.target.layout(around.before);
    this.changeLineBreaks(parent, element);
    if (href !== null) this.target.layout(layout.link);
    this.sayVoid(name, attributes);
  }

  close(): void {
    this.end();
    const element = this.elements.pop();
    if (element === undefined) return;
    if (element.href !== null) this.sayAddress(element.href, element.lineBreaks);
    if (!element.isHidden) this.changeLineBreaks(element, this.elements.at(-1) ?? root);
    if (element.after !== null) this.target.layout(element.after);
  }

  /** Reports a link's address, without line breaks becoming spaces: `TextLink` removes them. */
  private sayAddress(href: string, lineBreaks: LineBreaks): void {
    const mayBring = lineBreaks === 'folded' && href.includes(beginsStandIn);
    this.target.layout(layout.address);
    if (mayBring) this.target.layout(layout.keepLines);
    this.target.verbatim(href.trim());
    if (mayBring) this.target.layout(layout.foldLines);
    this.target.layout(layout.linkEnd);
  }

  /** Reports the text since the last tag. */
  end(): void {
    const text = this.text;
    if (text === '') return;
    this.text = '';
    const { isHidden, isSizeless, lineBreaks } = this.elements.at(-1) ?? root;
    if (isHidden || isSizeless) this.target.unseen(text);
    else if (lineBreaks === 'folded') this.say(text);
    else this.sayLines(text, lineBreaks);
  }

  /** Reports when the handling of line breaks in values changes. */
  private changeLineBreaks(from: Element, to: Element): void {
    const [wereFolded, areFolded] = [from, to].map(({ lineBreaks }) => lineBreaks === 'folded');
    if (wereFolded === areFolded) return;
    this.target.layout(areFolded ? layout.foldLines : layout.keepLines);
  }

  private sayVoid(name: string, attributes: Attributes): void {
    if (name === 'br') this.target.layout(layout.break);
    else if (name === 'img') this.say(attributes.alt ?? '');
    else if (name === 'hr') this.sayBlock(rule);
  }

  private sayBlock(words: string): void {
    this.target.layout(layout.blank);
    this.target.words(words);
    this.target.layout(layout.blank);
  }

  private say(text: string): void {
    const collapsed = collapseWhiteSpace(text);
    const words = collapsed.trim();
    if (collapsed.startsWith(' ')) this.target.layout(layout.space);
    if (words !== '') this.target.words(words);
    if (words !== '' && collapsed.endsWith(' ')) this.target.layout(layout.space);
  }

  private sayLines(text: string, lineBreaks: LineBreaks): void {
    const lines = text.split(/\r\n?|\n/);
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.target.layout(layout.break);
      const isWhole = index > 0 && index < lines.length - 1;
      if (lineBreaks === 'keptInLines') this.say(line);
      else if (line !== '' && !(isWhole && line.trim() === '')) this.target.verbatim(line);
    }
  }

  private passOver(attributes: Attributes, isHidden: boolean): void {
    for (const [name, value] of Object.entries(attributes)) {
      const isTold = !isHidden && (name === 'href' || name === 'alt');
      if (!isTold) this.target.unseen(name + value);
    }
  }
}

const root: Element = {
  name: '',
  isHidden: false,
  isSizeless: false,
  lineBreaks: 'folded',
  after: null,
  href: null,
};

function firstNumber({ start }: Attributes): number {
  const number = Number.parseInt(start ?? '', 10);
  return Number.isSafeInteger(number) ? number : 1;
}

/** Never seen: soft hyphens, zero-width spaces, word joiners, BOMs, grapheme joiners. */
const invisible = /(?:[\u00ad\u180e\u200b\u2060\ufeff]|\u034f)+/g;

/** Invisible, but they change the letters around them: zero-width (non-)joiners, direction marks. */
const joiners = /[\u200c-\u200f]+/g;

/** Collapses white space as a browser does, and removes invisible padding, but no joiner between two characters. */
function collapseWhiteSpace(text: string): string {
  return text
    .replace(invisible, '')
    .replace(joiners, (found: string, at: number, all: string) =>
      isSeen(all[at - 1]) && isSeen(all[at + found.length]) ? found : '',
    )
    .replace(/[\s\u0085]+/g, ' ');
}

function isSeen(character: string | undefined): boolean {
  return character !== undefined && !/\s/.test(character);
}
