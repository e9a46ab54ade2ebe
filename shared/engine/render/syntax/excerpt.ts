/** Longer names are cut where a message repeats them. */
const excerptCharacters = 40;

/** A piece of the source, short enough for a message. */
export function excerpt(text: string): string {
  return text.length > excerptCharacters ? `${text.slice(0, excerptCharacters)}…` : text;
}
