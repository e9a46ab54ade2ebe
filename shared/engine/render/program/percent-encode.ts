/** `encodeURIComponent` leaves these as they are, although RFC 3986 reserves them. */
const reserved = /[!'()*]/g;

/**
 * A value as one part of an address, such as a value in a query or one step of a path: all but
 * letters and digits of ASCII, `-`, `.`, `_` and `~` is percent-encoded as UTF-8 (RFC 3986 §2.1 and
 * §2.3). Half a surrogate pair is encoded as U+FFFD, as it would be sent.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    reserved,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
