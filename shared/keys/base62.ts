const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 in a byte: above it the first digits would come up more often. */
const fairBytes = 248;

/** Bytes from a source that cannot be guessed, such as `randomBytes` of node:crypto. */
export type RandomBytes = (count: number) => Uint8Array;

/** `length` base62 characters, each as likely as any other: 5.95 bits apiece. */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    const fair = randomBytes(length - text.length).filter((byte) => byte < fairBytes);
    text += Array.from(fair, (byte) => digits.charAt(byte % 62)).join('');
  }
  return text;
}

/** A whole number in base62, filled up with zeros on the left. */
export function toBase62(number: number | bigint, length: number): string {
  let text = '';
  for (let rest = BigInt(number); text.length < length; rest /= 62n)
    text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}
