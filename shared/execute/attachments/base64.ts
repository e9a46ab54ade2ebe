/**
 * How many bytes a text in standard base64 is; null where it is anything else: base64url, without its padding, with white
 * space. `Buffer.from` skips what it does not know, so that a damaged file would pass.
 */
export function base64Bytes(text: string): number | null {
  const decoded = Buffer.from(text, 'base64');
  return decoded.toString('base64') === text ? decoded.length : null;
}
