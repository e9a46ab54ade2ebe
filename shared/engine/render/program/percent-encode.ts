/** `encodeURIComponent` leaves these as they are, although RFC 3986 reserves them. */
const reserved = /[!'()*]/g;

/**
 * Percent-encodes all but ASCII letters and digits, `-`, `.`, `_` and `~` (RFC 3986 §2.1 and §2.3). Half a surrogate
 * pair becomes U+FFFD.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    reserved,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
