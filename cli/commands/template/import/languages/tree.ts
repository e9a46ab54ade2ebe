/** A path in a tag, such as `../order.total`. */
export interface Path {
  /** How many levels it goes up first; infinite stands for the level of the request's variables. */
  up: number;
  /** Empty for the value of its level itself. */
  parts: readonly string[];
}

/**
 * What a block does with its value.
 *
 * - `each`: repeats its content for each item, which becomes the level.
 * - `section`: as in Mustache, repeats for a list, and enters any other value.
 * - `enter`: prints once if there is a value, which becomes the level.
 * - `if`: prints once if there is a value; the level stays.
 */
export type BlockKind = 'each' | 'section' | 'enter' | 'if';

/** A template of any source, as far as postrider can express it. */
export type SourceNode =
  | { kind: 'text'; text: string }
  | ValueNode
  | { kind: 'comment'; text: string }
  /** The place where a layout takes the content of its templates. */
  | { kind: 'content' }
  | BlockNode
  | UnknownNode;

export interface ValueNode {
  kind: 'value';
  path: Path;
  /** Whether it is printed without being escaped. */
  isRaw: boolean;
  /** What is printed if there is no value; null if the tag does not say. */
  default: string | null;
  /** The tag, as it is written between the braces. */
  source: string;
}

export interface BlockNode {
  kind: BlockKind;
  path: Path;
  body: readonly SourceNode[];
  /** What is printed if there is no value. */
  otherwise: readonly SourceNode[];
  /** Whether `otherwise` has the value as its level too, as in Mustachio. Default: false. */
  entersOtherwise?: boolean;
  /** Whether `otherwise` is written first, as in `{{#unless}}`. Default: false. */
  otherwiseFirst?: boolean;
  /** Whether `otherwise` is the next condition of the same block, as in `{{else if}}`. Default: false. */
  isChained?: boolean;
  /** The tag, as it is written between the braces. */
  source: string;
}

/** A construct that postrider cannot express. A block keeps its content. */
export interface UnknownNode {
  kind: 'unknown';
  source: string;
  /** A sentence that says why, and what to do instead. */
  why: string;
  block?: { body: readonly SourceNode[]; otherwise: readonly SourceNode[] };
}

/** A source that is not valid in its template language. */
export class UnreadableSource extends Error {
  /** From 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'UnreadableSource';
    this.line = line;
  }
}

/** A language in which templates are written. */
export interface TemplateLanguage {
  /** @throws {UnreadableSource} */
  read: (source: string) => readonly SourceNode[];
  /** Renders as the source does. @throws {Error} if it cannot */
  render: (source: string, data: Record<string, unknown>, options: RenderOptions) => string;
  /** Whether each name of a dotted path is a level for `../`, as in Mustachio. */
  namesAreLevels: boolean;
}

export interface RenderOptions {
  /** Whether values are escaped. */
  isHtml: boolean;
  /** The content that a layout wraps. Default: nothing. */
  content?: string;
}
