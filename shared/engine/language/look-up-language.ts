/**
 * Finds the language that fits best, as "lookup" does in RFC 4647, section 3.4: it takes subtags off the end of
 * `wanted` until a language has this tag. `pt-BR` thus finds `pt`, and `zh-Hant-TW` finds `zh-Hant`.
 *
 * @param wanted a canonical tag
 * @param tags canonical tags, in any order
 * @returns null if no language fits
 */
export function lookUpLanguage(wanted: string, tags: readonly string[]): string | null {
  let range = wanted;
  while (range !== '') {
    if (tags.includes(range)) return range;
    // A subtag of one character only introduces the ones after it.
    range = range.slice(0, Math.max(range.lastIndexOf('-'), 0)).replace(/-.$/, '');
  }
  return null;
}
