/** Never seen: soft hyphens, zero-width spaces, word joiners, BOMs, grapheme joiners. */
const invisible = /(?:[\u00ad\u180e\u200b\u2060\ufeff]|\u034f)+/g;

/** Seen in what they do to the letters around them: zero-width (non-)joiners, direction marks. */
const joiners = /[\u200c-\u200f]+/g;

/**
 * Collapses white space as a browser does, no-break spaces and every line break too, and removes the invisible
 * characters that preheaders are padded with. A joiner stays between two characters, where Persian
 * and composed emoji need it. A gap at either end stays as one space.
 */
export function collapseWhiteSpace(text: string): string {
  return text
    .replace(invisible, '')
    .replace(joiners, (found: string, at: number, all: string) =>
      isSeen(all[at - 1]) && isSeen(all[at + found.length]) ? found : '',
    )
    .replace(/[\s\u0085]+/g, ' ');
}

function isSeen(character: string | undefined): boolean {
  return character !== undefined && !/\s/.test(character);
}
