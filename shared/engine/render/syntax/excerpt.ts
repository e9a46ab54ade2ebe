/** Messages cut names that are longer than this. */
const excerptCharacters = 40;

/** A piece of the source, short enough for a message. */
export function excerpt(text: string): string {
  return text.length > excerptCharacters ? `${text.slice(0, excerptCharacters)}…` : text;
}
