const known = new Map<string, string>();

/** Decodes a character reference, such as `&amp;`, with the browser's own parser. */
export function decodeReference(reference: string): string {
  const before = known.get(reference);
  if (before !== undefined) return before;
  const { body } = new DOMParser().parseFromString(reference, 'text/html');
  const text = body.textContent ?? '';
  known.set(reference, text);
  return text;
}
