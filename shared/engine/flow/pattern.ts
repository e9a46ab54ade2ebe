import type { RE2JS } from 're2js';

/** The size of the cache of compiled patterns, in instructions of some 200 bytes each: 10 MB. */
const maxKeptInstructions = 50_000;

const kept = new Map<string, RE2JS>();
let keptInstructions = 0;

/** A pattern, ready to search; or why RE2 does not accept it. */
export type Pattern =
  | {
      readonly ok: true;
      /** The number of its instructions: the time of a search grows with it. */
      readonly instructions: number;
      readonly search: (text: string) => boolean;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Compiles a pattern for RE2, whose time grows only with the length of the text: no look-around, no back-references, at
 * most 1,000 repeats (https://github.com/google/re2/wiki/Syntax). `search` finds it anywhere in the text.
 */
export async function loadPattern(source: string): Promise<Pattern> {
  // A file of 148 KB that only a flow with a pattern needs: loaded with the first one.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const pattern = kept.get(source) ?? RE2JS.compile(source);
    keep(source, pattern);
    const instructions = pattern.programSize();
    return { ok: true, instructions, search: (text) => pattern.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ok: false, problem: problemOf(error) };
  }
}

function problemOf({ message }: Error): string {
  return message.replace(/^error parsing regexp: /, '');
}

/** Drops the least recently used patterns: a Map keeps the order in which keys were set. */
function keep(source: string, pattern: RE2JS): void {
  if (!kept.delete(source)) keptInstructions += pattern.programSize();
  kept.set(source, pattern);
  for (const [oldest, least] of kept) {
    if (keptInstructions <= maxKeptInstructions || kept.size === 1) return;
    kept.delete(oldest);
    keptInstructions -= least.programSize();
  }
}
