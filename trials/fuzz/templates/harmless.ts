/** White space and NUL, which HTML passes over in some places where it does not pass over letters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML's own rule
const passedOver = /^[\u0000\t\n\f\r ]*$/;

/** The same variables with nothing in them that could mean something to HTML, and as empty as before. */
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') return passedOver.test(value) ? value : 'x';
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, harmless(inner)]));
}
