/**
 * Finds the language that fits best ("lookup", RFC 4647 §3.4): `pt-BR` finds `pt`, `zh-Hant-TW` finds `zh-Hant`.
 *
 * @param wanted a canonical tag
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
