import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type RandomBytes, randomBase62, toBase62 } from './base62.ts';

/** What a key is for, from its creation to its end. A test key's mails reach no customer. */
export type KeyMode = 'live' | 'test';

/** Lets people and secret scanners recognise a key, and tell a test key from a live one. */
const prefixes: Record<KeyMode, string> = { live: 'pr_', test: 'pr_test_' };

/** 30 base62 characters have 178 random bits: too many to guess, so a plain hash protects them. */
const randomCharacters = 30;

/** As many base62 characters as 32 bits need. */
const checkCharacters = 6;

const shape = /^pr_(test_)?[0-9A-Za-z]{36}$/;

/** Makes the secret of a new API key. It is shown once and not stored. */
export function mintApiKey(randomBytes: RandomBytes, mode: KeyMode = 'live'): string {
  const body = prefixes[mode] + randomBase62(randomCharacters, randomBytes);
  return body + checkDigits(body);
}

/** Whether a text has the shape and check digits of our keys: a typo is found without reading the table. */
export function looksLikeApiKey(text: string): boolean {
  return (
    shape.test(text) &&
    checkDigits(text.slice(0, -checkCharacters)) === text.slice(-checkCharacters)
  );
}

/** The SHA-256 of a key's secret, or of a hook's id, in hexadecimal: the Keys table is searched by it. */
export function hashApiKey(secret: string): string {
  return hash('sha256', secret);
}

/** The first and last characters of a secret, so that people can tell keys apart: 130 bits stay unknown. */
export function hintOf(secret: string): string {
  const prefix = secret.startsWith(prefixes.test) ? prefixes.test : prefixes.live;
  return `${secret.slice(0, prefix.length + 4)}…${secret.slice(-4)}`;
}

function checkDigits(body: string): string {
  return toBase62(crc32(body), checkCharacters);
}

/** One or more spaces after the scheme, which is written in any case (RFC 9110 §11.1 and §11.4). */
const bearer = /^bearer +(\S+)$/i;

/** The token of an Authorization header; null for another scheme, or no token or two after it. */
export function bearerToken(header: string): string | null {
  return bearer.exec(header)?.[1] ?? null;
}
