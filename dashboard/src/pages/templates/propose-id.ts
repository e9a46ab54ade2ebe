/** How long an id may be: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. */
const maxIdCharacters = 64;

/** An id that a name suggests: "Order confirmation" is `order-confirmation`. */
export function idFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-');
  const id = plain.slice(0, maxIdCharacters).replace(/^-+|-+$/g, '');
  return id === '' ? 'template' : id;
}

/** The id, or the first with a number after it that is not taken. */
export function freeId(id: string, taken: readonly string[]): string {
  if (!taken.includes(id)) return id;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const numbered = id.slice(0, maxIdCharacters - suffix.length) + suffix;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** What is wrong with an id, as a sentence; null where nothing is. */
export function idProblem(id: string): string | null {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id)) return null;
  if (id.length > maxIdCharacters) return `An id has at most ${maxIdCharacters} characters`;
  return 'Letters, digits, hyphens and underscores, beginning with a letter or digit';
}
