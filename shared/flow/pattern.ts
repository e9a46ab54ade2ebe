import type { RE2JS } from 're2js';

/**
 * How many compiled patterns are kept. One takes up to some 100 KB, and a flow has few of them.
 */
const maxKept = 32;

const kept = new Map<string, RE2JS>();

/** A pattern, ready to search; or why the engine does not take it. */
export type Pattern =
  | { readonly ok: true; readonly search: (text: string) => boolean }
  | { readonly ok: false; readonly problem: string };

/**
 * Compiles a pattern for RE2, whose time grows with the length of the text alone, whatever the
 * pattern is. It has no look-around and no back-references, and repeats at most 1,000 times
 * (https://github.com/google/re2/wiki/Syntax).
 *
 * `search` is not anchored: it finds the pattern anywhere in the text.
 */
export async function loadPattern(source: string): Promise<Pattern> {
  // 147 KB that only a flow with a pattern needs: loaded with the first one.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const pattern = kept.get(source) ?? RE2JS.compile(source);
    keep(source, pattern);
    return { ok: true, search: (text) => pattern.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ok: false, problem: problemOf(error) };
  }
}

function problemOf({ message }: Error): string {
  return message.replace(/^error parsing regexp: /, '');
}

/** The least recently used pattern makes room: a Map keeps the order in which keys were set. */
function keep(source: string, pattern: RE2JS): void {
  kept.delete(source);
  kept.set(source, pattern);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
}
