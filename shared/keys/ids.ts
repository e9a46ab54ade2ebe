import { type RandomBytes, randomBase62 } from './base62.ts';

/** 95 bits: two ids never collide, and no code checks whether one is taken. */
const idCharacters = 16;

/**
 * API Gateway takes 20 to 128 alphanumeric characters as a key's value. Whoever knows the value
 * could use up the account's rate, so it is as hard to guess as a secret.
 */
const gatewayKeyCharacters = 40;

/** `acc_` and 16 base62 characters. */
export function mintAccountId(randomBytes: RandomBytes): string {
  return `acc_${randomBase62(idCharacters, randomBytes)}`;
}

/** The id by which people name an API key, which says nothing about its secret. */
export function mintKeyId(randomBytes: RandomBytes): string {
  return `key_${randomBase62(idCharacters, randomBytes)}`;
}

/** The value of an account's API Gateway key: what its API keys carry as `usageIdentifierKey`. */
export function mintUsageIdentifierKey(randomBytes: RandomBytes): string {
  return randomBase62(gatewayKeyCharacters, randomBytes);
}
