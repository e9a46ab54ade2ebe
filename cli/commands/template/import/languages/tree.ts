/** A path in a tag, such as `../order.total`. */
export interface ValuePath {
  /** How many levels it goes up first; infinite stands for the level of the request's variables. */
  up: number;
  /** Empty for the value of its level itself. */
  parts: readonly string[];
}

/** A template of any source, as far as postrider can express it. */
export type SourceNode =
  | { kind: 'text'; text: string }
  | { kind: 'comment'; text: string }
  /** The place where a layout takes the content of its templates. */
  | { kind: 'content' }
  | ValueNode
  | BlockNode
  | RefusedNode;

export interface ValueNode {
  kind: 'value';
  path: ValuePath;
  isRaw: boolean;
  /** What is printed if there is no value; null if the tag does not say. */
  default: string | null;
}

export interface BlockNode {
  kind: 'block';
  /**
   * `each` repeats the content for each item, which becomes the level. `section` does so for a list, and else is `enter`.
   * `enter` prints once if there is a value, which becomes the level. `if` does so too, but the level stays.
   */
  use: 'each' | 'section' | 'enter' | 'if';
  path: ValuePath;
  body: readonly SourceNode[];
  otherwise: readonly SourceNode[];
  /** Its tag and line, such as `#if coupon (line 3)`, for a note in the written template. */
  source: string;
}

export interface RefusedNode {
  kind: 'refused';
  source: string;
  /** A sentence that says why, and what to do instead; null if the tag before it says so. */
  why: string | null;
}

/** A block that cannot be converted: its tags are refused, and its content stays. */
export function refusedBlock(
  source: string,
  why: string,
  body: readonly SourceNode[],
  otherwise: readonly SourceNode[] = [],
): SourceNode[] {
  const mark = (what: string): SourceNode => ({ kind: 'refused', source: what, why: null });
  const second = otherwise.length > 0 ? [mark('else'), ...otherwise] : [];
  return [{ kind: 'refused', source, why }, ...body, ...second, mark(`end of ${source}`)];
}

export class UnreadableSource extends Error {
  override name = 'UnreadableSource';
}

export interface TemplateLanguage {
  /** @throws {UnreadableSource} */
  read: (source: string) => readonly SourceNode[];
  /** Renders as the source's service does. @throws {Error} if it cannot */
  render: (source: string, data: Record<string, unknown>, options: RenderOptions) => string;
  /** Whether each name of a dotted path is a level for `../`, as in Mustachio. */
  namesAreLevels: boolean;
}

export interface RenderOptions {
  isHtml: boolean;
  /** The rendered content that a layout wraps. Default: nothing. */
  content?: string;
}
