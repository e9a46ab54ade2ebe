import { createHmac } from 'node:crypto';
import { toBase62 } from '../keys/base62.ts';

/** 62^22 is above 2^128. */
const characters = 22;

/**
 * Stands for a person in an account without naming them: 22 base62 characters of an HMAC over a recipient's address, as
 * the suppression list has it, or over the ARN of an operator. `personKey`: the account's, 32 random bytes in base64.
 */
export function personOf(personKey: string, name: string): string {
  const hash = createHmac('sha256', Buffer.from(personKey, 'base64')).update(name).digest();
  return toBase62(BigInt(`0x${hash.subarray(0, 16).toString('hex')}`), characters);
}
