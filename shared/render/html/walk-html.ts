import { Parser } from 'htmlparser2';
import { layout } from '../text/layout.ts';
import { layoutOf, unseenElements } from './element-layout.ts';
import { readStyle } from './element-style.ts';
import { collapseWhiteSpace } from './white-space.ts';
import type { WordTarget } from './word-target.ts';

/**
 * Elements open at once. The parser searches and moves its whole stack for each tag, which
 * hundreds of thousands of open ones make quadratic; mails nest a few dozen.
 */
const maxDepth = 1000;

const rule = '-'.repeat(40);

type Attributes = Readonly<Record<string, string>>;

type Element = {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether words in it have no size; a picture still has. */
  readonly isSizeless: boolean;
  readonly isPreformatted: boolean;
  /** What happens after it; null for nothing. */
  readonly after: number | null;
  /** Where its words lead. */
  readonly href: string | null;
};

/**
 * Reads an HTML from its first to its last character and tells `target` what a reader would read.
 * Nothing recurses, so that it can be of any depth.
 */
export function walkHtml(html: string, target: WordTarget): void {
  const walk = new Walk(target);
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

/** Takes no element that is too deep; the words in it are read all the same. */
class ShallowParser extends Parser {
  private readonly walk: Walk;

  constructor(walk: Walk, handler: ConstructorParameters<typeof Parser>[0]) {
    super(handler);
    this.walk = walk;
  }

  override onopentagname(start: number, end: number): void {
    if (this.walk.depth < maxDepth) super.onopentagname(start, end);
    else this.walk.breakLine();
  }
}

class Walk {
  private readonly target: WordTarget;
  private readonly elements: Element[] = [];
  private text = '';

  constructor(target: WordTarget) {
    this.target = target;
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

  breakLine(): void {
    this.end();
    this.target.layout(layout.line);
  }

  open(name: string, attributes: Attributes): void {
    this.end();
    const parent = this.elements.at(-1) ?? root;
    const style = readStyle(attributes);
    const isHidden = parent.isHidden || style.isHidden || unseenElements.has(name);
    const around = isHidden ? null : layoutOf(name, parent.name, style.isBlock);
    const href = isHidden || name !== 'a' ? null : (attributes.href ?? null);
    this.passOver(attributes, isHidden);
    this.elements.push({
      name,
      isHidden,
      isSizeless: style.isSizeless ?? parent.isSizeless,
      isPreformatted: parent.isPreformatted || name === 'pre',
      after: around?.after ?? null,
      href,
    });
    if (isHidden) return;
    if (name === 'ol') this.target.list(firstNumber(attributes));
    else if (around !== null) this.target.layout(around.before);
    if (href !== null) this.target.layout(layout.link);
    this.sayVoid(name, attributes);
  }

  close(): void {
    this.end();
    const element = this.elements.pop();
    if (element === undefined) return;
    if (element.href !== null) {
      this.target.layout(layout.address);
      this.target.verbatim(element.href.trim());
      this.target.layout(layout.linkEnd);
    }
    if (element.after !== null) this.target.layout(element.after);
  }

  /** Tells of the text since the last tag. */
  end(): void {
    const text = this.text;
    if (text === '') return;
    this.text = '';
    const { isHidden, isSizeless, isPreformatted } = this.elements.at(-1) ?? root;
    if (isHidden || isSizeless) this.target.unseen(text);
    else if (isPreformatted) this.sayLines(text);
    else this.say(text);
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

  private sayLines(text: string): void {
    const lines = text.split(/\r\n?|\n/);
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.target.layout(layout.break);
      const isWhole = index > 0 && index < lines.length - 1;
      if (line !== '' && !(isWhole && line.trim() === '')) this.target.verbatim(line);
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
  isPreformatted: false,
  after: null,
  href: null,
};

function firstNumber({ start }: Attributes): number {
  const number = Number.parseInt(start ?? '', 10);
  return Number.isSafeInteger(number) ? number : 1;
}
