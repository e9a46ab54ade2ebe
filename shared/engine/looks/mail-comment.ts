import type { Span } from './read-styles.ts';

/** A comment, from `<!--` or `<![` to its end. */
export interface MailComment extends Span {
  /** What the condition says, in lower case: `mso`, `!mso`, `gte mso 9`; null if it has none. */
  condition: string | null;
  /** What only a client of the condition reads, between `]>` and `<![endif]`. Null if the comment hides nothing. */
  content: Span | null;
  /** `reveal`: its content, up to the next `end`, is outside the comment. `open`: it has no end. */
  role: 'hidden' | 'reveal' | 'end' | 'open' | 'plain';
}

/** Reads a comment as htmlparser2's tokenizer gives it. */
export function readComment(
  masked: string,
  start: number,
  end: number,
  endOffset: number,
): MailComment {
  const text = masked.slice(start, end - endOffset);
  const isBogus = !masked.startsWith('--', start - 2);
  const [head = '', condition] = /^\s*\[if\s+([^\]]*)\]>?/i.exec(text) ?? [];
  const rest = text.slice(head.length);
  const hidden = rest.replace(/<!\[endif\]\s*$/i, '');
  let role: MailComment['role'] = 'hidden';
  if (condition === undefined) role = /^\s*(<!)?\s*\[endif\]/i.test(text) ? 'end' : 'plain';
  else if (isBogus || /^\s*(<!--|<!|-->)?\s*$/.test(rest)) role = 'reveal';
  else if (hidden === rest || isTorn(hidden)) role = 'open';
  const content = { start: start + head.length, end: start + head.length + hidden.length };
  return {
    start: start - (isBogus ? 2 : 4),
    end: isBogus ? Math.min(end + 1, masked.length) : end + (endOffset > 0 ? 1 : 0),
    condition: condition?.trim().toLowerCase() ?? null,
    ...{ role, content: role === 'hidden' ? content : null },
  };
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether a comment begins or ends within another, because the end of that one lacks the dashes. */
const isTorn = (inner: string) =>
  /<!--\[if/i.test(inner) || count(inner, /<!\[endif/gi) > count(inner, /<!\[if/gi);
