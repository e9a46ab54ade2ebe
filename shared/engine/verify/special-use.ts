/**
 * Top-level names that never lead to a mail server on the internet: RFC 6761 and RFC 6762, `.onion`
 * (RFC 7686), `.arpa` (RFC 3172), and `.internal`, which ICANN keeps for private use.
 */
const specialUse = new Set(['local', 'test', 'invalid', 'onion', 'arpa', 'internal', 'localhost']);

/** Whether a domain is below such a name, so that asking for it would say nothing. */
export function isSpecialUse(domain: string): boolean {
  return specialUse.has(domain.slice(domain.lastIndexOf('.') + 1));
}
