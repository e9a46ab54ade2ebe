/** `encodeURIComponent` leaves these as they are, although RFC 3986 reserves them. */
const reserved = /[!'()*]/g;

/** Encodes all but unreserved characters (RFC 3986 §2.1, §2.3). Half a surrogate pair becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    reserved,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
