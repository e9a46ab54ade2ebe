import { type RandomBytes, randomBase62 } from './base62.ts';

/** 16 characters have 95 random bits: a collision is so improbable that no code checks whether an id is taken. */
const idCharacters = 16;

/** API Gateway accepts 20 to 128 alphanumeric characters. Who knows the value can use up the account's rate. */
const gatewayKeyCharacters = 40;

/** `acc_` and 16 base62 characters. */
export function mintAccountId(randomBytes: RandomBytes): string {
  return `acc_${randomBase62(idCharacters, randomBytes)}`;
}

/** The id by which people name an API key, which says nothing about its secret. */
export function mintKeyId(randomBytes: RandomBytes): string {
  return `key_${randomBase62(idCharacters, randomBytes)}`;
}

/**
 * The id of a hook, which is a kind of API key: the address that another service calls ends in it. As nobody else
 * knows the address, it has 22 characters, 131 random bits.
 */
export function mintHookId(randomBytes: RandomBytes): string {
  return `hook_${randomBase62(22, randomBytes)}`;
}

export function looksLikeHookId(text: string): boolean {
  return /^hook_[0-9A-Za-z]{22}$/.test(text);
}

/** The id of a webhook endpoint. */
export function mintEndpointId(randomBytes: RandomBytes): string {
  return `wh_${randomBase62(idCharacters, randomBytes)}`;
}

/** The value of an account's API Gateway key. The records of the account's API keys store it as `usageIdentifierKey`. */
export function mintUsageIdentifierKey(randomBytes: RandomBytes): string {
  return randomBase62(gatewayKeyCharacters, randomBytes);
}
