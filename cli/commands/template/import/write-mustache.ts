import { readTag } from '../../../../shared/engine/render/syntax/read-tag.ts';
import type { BlockNode, SourceNode, UnknownNode, ValueNode } from './languages/tree.ts';
import { type Level, levelAt, levelInside } from './levels.ts';
import { joinPieces, type WrittenPiece, type WrittenSource } from './pieces.ts';
import type { ValueShape } from './value-shape.ts';

/** The part of a template that a source belongs to: only HTML has entities for braces and for defaults. */
export type ImportedPart = 'subject' | 'html' | 'text';

interface WriteOptions {
  part: ImportedPart;
  variables: ValueShape;
  namesAreLevels: boolean;
}

/**
 * Writes a template in postrider's Mustache. What postrider cannot express becomes a comment with the reason, and a tag
 * that a push refuses, so that no mail is sent with a part missing.
 */
export function writeMustache(nodes: readonly SourceNode[], options: WriteOptions): WrittenSource {
  const writer = new Writer(options);
  writer.write(nodes, { shape: options.variables, outer: null }, [options.variables]);
  return joinPieces(writer.pieces);
}

/** The values in which postrider looks a name up, innermost last; null stands for a value without names. */
type Scopes = readonly (ValueShape | null)[];

/** What a block prints with a value, or without one. */
interface Half {
  opening: '#' | '^';
  name: string;
  content: readonly SourceNode[];
  level: Level;
  scopes: Scopes;
  /** Whether the content is the next condition of the same block of the source. */
  isChained?: boolean;
}

class Writer {
  readonly pieces: WrittenPiece[] = [];
  private readonly options: WriteOptions;

  constructor(options: WriteOptions) {
    this.options = options;
  }

  write(nodes: readonly SourceNode[], level: Level, scopes: Scopes): void {
    for (const node of nodes) this.writeNode(node, level, scopes);
  }

  private writeNode(node: SourceNode, level: Level, scopes: Scopes): void {
    if (node.kind === 'text') this.text(node.text);
    else if (node.kind === 'comment') this.tag(`{{! ${withoutBraces(node.text)} }}`);
    else if (node.kind === 'content') this.content();
    else if (node.kind === 'unknown') this.unknown(node, level, scopes);
    else if (node.kind === 'value') this.value(node, level, scopes);
    else this.block(node, level, scopes);
  }

  private content(): void {
    const keepsLine = this.options.part === 'text';
    this.pieces.push({ text: '{{> content}}', isTag: true, isJoined: false, keepsLine });
  }

  private value(node: ValueNode, level: Level, scopes: Scopes): void {
    const name = nameOf(levelAt(level, node.path, this.options.namesAreLevels).shape, scopes);
    if (!name.ok) {
      this.refuse(node.source, name.why);
      return;
    }
    const otherwise = node.default === null ? '' : `|${this.default(node.default)}`;
    const [open, close] = node.isRaw ? ['{{{', '}}}'] : ['{{', '}}'];
    this.tag(`${open}${name.name}${otherwise}${close}`);
  }

  /** `isJoined`: whether its first tag comes from the same tag of the source as the piece before it. */
  private block(node: BlockNode, level: Level, scopes: Scopes, isJoined = false): void {
    const value = levelAt(level, node.path, this.options.namesAreLevels);
    const name = nameOf(value.shape, scopes);
    const asksLength = value.shape.isList && (node.kind === 'enter' || node.kind === 'if');
    if (!name.ok || (asksLength && name.name === '.')) {
      const why = name.ok ? listInList : name.why;
      this.unknown({ kind: 'unknown', source: node.source, why, block: node }, level, scopes);
      return;
    }
    const printed: Half = {
      opening: '#',
      name: asksLength ? `${name.name}.length` : name.name,
      content: node.body,
      level: levelInside(node, level, value, this.options.namesAreLevels),
      scopes: scopesInside(value.shape, scopes, asksLength),
    };
    const skipped: Half = {
      opening: '^',
      name: name.name,
      content: node.otherwise,
      level: node.entersOtherwise ? value : level,
      scopes,
      ...(node.isChained && { isChained: true }),
    };
    const halves = node.otherwiseFirst ? [skipped, printed] : [printed, skipped];
    let joined = isJoined;
    for (const half of halves) {
      if (half.content.length === 0) continue;
      this.half(half, joined);
      joined = true;
    }
  }

  private half(half: Half, isJoined: boolean): void {
    const { opening, name, content, level, scopes } = half;
    this.tag(`{{${opening}${name}}}`, isJoined);
    const [first] = content;
    const isNext = half.isChained && first !== undefined && 'otherwise' in first;
    if (isNext) this.block(first, level, scopes, true);
    else this.write(content, level, scopes);
    this.tag(`{{/${name}}}`, isNext);
  }

  private unknown({ source, why, block }: UnknownNode, level: Level, scopes: Scopes): void {
    this.refuse(source, why, block && '#');
    if (!block) return;
    this.write(block.body, level, scopes);
    if (block.otherwise.length > 0) {
      this.tag('{{not imported: else}}');
      this.write(block.otherwise, level, scopes);
    }
    this.tag(refusedTag(source, '/'));
  }

  private refuse(source: string, why: string, sigil: '#' | undefined = undefined): void {
    this.tag(`{{! ${withoutBraces(why)} }}`);
    const text = refusedTag(source, sigil);
    this.pieces.push({ text, isTag: true, isJoined: true, problem: why });
  }

  private text(text: string): void {
    text.split('{{').forEach((part, index) => {
      if (index > 0 && this.options.part === 'html') this.piece('&#123;&#123;');
      else if (index > 0) this.refuse('two opening braces', bracesInText);
      this.piece(part);
    });
  }

  /** A default is printed as it is written. */
  private default(text: string): string {
    if (this.options.part !== 'html') return text;
    return text
      .replace(/&(?!#?\w+;)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
  }

  private piece(text: string): void {
    if (text !== '') this.pieces.push({ text, isTag: false, isJoined: false });
  }

  private tag(text: string, isJoined = false): void {
    this.pieces.push({ text, isTag: true, isJoined });
  }
}

type Name = { ok: true; name: string } | { ok: false; why: string };

/** How a tag names a value among these scopes. */
function nameOf(shape: ValueShape, scopes: Scopes): Name {
  const name = nameIn(shape, scopes);
  if (!name.ok) return name;
  const reading = readTag({ start: 0, end: 0, sigil: '', content: name.name });
  const isName = 'kind' in reading && reading.kind === 'value' && !/^[#^/>&=!@%]/.test(name.name);
  return isName
    ? name
    : { ok: false, why: `postrider cannot have a variable "${name.name}": rename it` };
}

/** The scopes inside a section: an object or a list item becomes the current scope; `true` and `list.length` do not. */
function scopesInside(shape: ValueShape, scopes: Scopes, asksLength: boolean): Scopes {
  if (asksLength) return [...scopes, null];
  if (shape.isList) return [...scopes, shape.items];
  return shape.isBoolean ? scopes : [...scopes, shape];
}

/** No name of a variable has white space, so a push refuses the tag. */
function refusedTag(source: string, sigil = ''): string {
  return `{{${sigil}not imported: ${withoutBraces(source.replaceAll('|', ' '))}}}`;
}

function withoutBraces(text: string): string {
  return text
    .replaceAll(/\{\{+|\}\}+/g, '')
    .replace(/^\{|\}$/g, '')
    .trim();
}

const listInList =
  'postrider cannot ask whether a list in a list is empty: give each item a name for its list';
const bracesInText = 'postrider cannot print two opening braces in a text: give them as a variable';

/**
 * How a tag of postrider names a value inside `scopes`. Postrider looks a name up in the innermost value that has it,
 * unlike Handlebars and Mustachio, which look only where a path leads.
 *
 * @param scopes innermost last; null stands for a value without names
 */
function nameIn(
  shape: ValueShape,
  scopes: readonly (ValueShape | null)[],
): { ok: true; name: string } | { ok: false; why: string } {
  let hidden: string | null = null;
  for (let at = scopes.length - 1; at >= 0; at--) {
    const names = scopes[at] ? shape.namesFrom(scopes[at] as ValueShape) : null;
    if (names === null) continue;
    const [first] = names;
    if (first === undefined) continue;
    if (!scopes.slice(at + 1).some((inner) => inner?.has(first))) {
      return { ok: true, name: names.join('.') };
    }
    hidden = first;
  }
  if (scopes.at(-1) === shape) return { ok: true, name: '.' };
  return { ok: false, why: hidden === null ? outerValue : hiddenName(hidden) };
}

const outerValue =
  'postrider cannot name the value of an outer block here: give it a name in each item';

function hiddenName(name: string): string {
  return `the value around also has a "${name}", and postrider would print that one: rename one of the two`;
}
