/** What is read in the brackets of `url()`, up to their end. */
export const insideUrl = 'url(';

/** How far `url(` was read in a style, with one more character. */
export function readStyle(read: string, character: string): string {
  if (read === insideUrl) return character === ')' ? '' : read;
  const letter = character.toLowerCase();
  if (insideUrl.startsWith(read + letter)) return read + letter;
  return letter === 'u' ? letter : '';
}
