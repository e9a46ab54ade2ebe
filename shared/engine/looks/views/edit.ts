import type { Span } from '../read-styles.ts';

/** What stands in place of a part of a source. */
export interface Edit extends Span {
  text: string;
}

export const removed = ({ start, end }: Span): Edit => ({ start, end, text: '' });

/** Applies the edits. One that begins inside of an earlier and longer one is left out. */
export function edited(source: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (start < at) continue;
    parts.push(source.slice(at, start), text);
    at = end;
  }
  return [...parts, source.slice(at)].join('');
}

/** Adds to the head, behind the doctype: without that in front, browsers draw the mail by the rules of the nineties. */
export function withHead(html: string, added: string): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  return doctype + added + html.slice(doctype.length);
}
