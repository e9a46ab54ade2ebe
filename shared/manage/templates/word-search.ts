/**
 * Returns whether texts have all words of a search, each somewhere in one of them. Upper case and accents make no
 * difference, in any script: `grusse` finds `Grüße`. Without words every text is found.
 */
export function wordSearch(search: string): (...texts: string[]) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const all = texts.map(folded);
    return words.every((word) => all.some((text) => text.includes(word)));
  };
}

/** Accents become characters of their own, which are removed. In upper case `ß` is `SS`, and `ς` the same as `σ`. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();
}
