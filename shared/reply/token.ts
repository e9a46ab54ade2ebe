import { randomBytes } from 'node:crypto';
import { ulidDigits } from '../message/message-id.ts';

/** Crockford's base 32 in lower case: https://www.crockford.com/base32.html */
const digits = ulidDigits.toLowerCase();

const tokenBytes = 16;
const tokenCharacters = 26;

/** A new token: 16 random bytes as 26 digits. Only who gets the mail knows it (docs/decisions/0066-a-token-not-a-mac.md). */
export function newToken(random: (bytes: number) => Buffer = randomBytes): string {
  let rest = BigInt(`0x${random(tokenBytes).toString('hex')}`);
  let token = '';
  for (; token.length < tokenCharacters; rest /= 32n) token = digits[Number(rest % 32n)] + token;
  return token;
}

export type NewThread = () => string;

/** Makes addresses for the replies of messages; undefined without a domain that receives them. */
export function threadsAt(domain: string | undefined): NewThread | undefined {
  return domain ? () => `r+${newToken()}@${domain}` : undefined;
}

const threadAddress = /^r\+([0-9a-hjkmnp-tv-z]{26})@([^@]+)$/;

/** The token in an address of a thread, in upper or lower case; null for any other, and for one of another domain. */
export function tokenIn(address: string, domain?: string): string | null {
  const [, token = null, at] = threadAddress.exec(address.toLowerCase()) ?? [];
  return domain === undefined || at === domain ? token : null;
}
