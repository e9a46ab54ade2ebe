import { excerpt } from './excerpt.ts';
import type { ProblemList } from './problem-list.ts';

/** A tag at its place in the source. */
export type SourceTag = {
  /** The offset of its first brace, and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The character after the two braces that tells the kind of the tag; empty for `{{name}}`. */
  readonly sigil: string;
  /** All that follows the sigil, without the white space around it. */
  readonly content: string;
};

/** How a tag begins: white space around the sigil, or a third brace at once. */
const opening = /\{\{(?:(\{)|\s*([#^/>&=!%]?))\s*/y;

/** Finds every tag, and reports unclosed ones: Mustache's parser reads `{{name} and {{b}}` as one. */
export function findTags(source: string, problems: ProblemList): SourceTag[] {
  const tags: SourceTag[] = [];
  let close = -1;
  let start = find(source, '{{', 0);
  while (start < source.length) {
    opening.lastIndex = start;
    const [, brace, sign] = opening.exec(source) ?? [];
    const sigil = brace ?? sign ?? '';
    const inside = opening.lastIndex;
    if (close < inside) close = find(source, '}}', inside);
    const next = find(source, '{{', inside);
    if (next < close || close === source.length) {
      problems.add(start, 'tag-not-closed', notClosed(sigil, source.slice(inside, next)));
    } else if (sigil === '{' && source[close + 2] !== '}') {
      problems.add(start, 'tag-not-closed', needsThirdBrace(source.slice(inside, close)));
    } else {
      const end = close + (sigil === '{' ? 3 : 2);
      tags.push({ start, end, sigil, content: source.slice(inside, close).trimEnd() });
    }
    start = next;
  }
  return tags;
}

/** The offset of the first `braces` from `from` on; the source's length if there are none. */
function find(source: string, braces: string, from: number): number {
  const found = source.indexOf(braces, from);
  return found === -1 ? source.length : found;
}

function notClosed(sigil: string, rest: string): string {
  if (sigil === '!') return 'This comment is not closed: end it with }} before the next tag';
  if (rest.includes('|') && !rest.includes('}')) {
    return 'This default is not closed: end it with }} before the next tag, no tag can be inside';
  }
  const name = excerpt(rest.match(/^[^\s{}<|]+/)?.[0] ?? 'name');
  const [open, end] = sigil === '{' ? ['{{{', '}}}'] : [`{{${sigil}`, '}}'];
  return `This tag is not closed: write ${open}${name}${end}`;
}

function needsThirdBrace(content: string): string {
  const name = excerpt(content.trim());
  return `A tag that opens with three braces closes with three: write {{{${name}}}}, or {{${name}}} to have the value escaped`;
}
