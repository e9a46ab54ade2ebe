/** One or more spaces after the scheme, which is written in any case (RFC 9110 §11.1 and §11.4). */
const bearer = /^bearer +(\S+)$/i;

/** The token of an Authorization header; null for another scheme, or no token or two after it. */
export function bearerToken(header: string): string | null {
  return bearer.exec(header)?.[1] ?? null;
}
