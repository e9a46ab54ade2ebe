import { createHash } from 'node:crypto';
import { refuse } from '../engine/errors.ts';
import { maxIdempotencyKeyCharacters } from '../engine/limits.ts';

/** The header, in lower case. */
export const idempotencyHeader = 'idempotency-key';

/** The header that marks a repeated answer. */
export const replayedHeader = 'idempotent-replayed';

/** How long a key belongs to its first request: 24 hours, as in other APIs. */
export const claimSeconds = 24 * 60 * 60;

/** What identifies a request with an Idempotency-Key. Neither hash can be turned back into its text. */
export interface KeyedRequest {
  /** SHA-256 of the key; of a test key's requests, of `test`, a line feed and the key. */
  keyHash: string;
  /** SHA-256 of the body as canonical JSON: two texts of the same JSON value are the same body. */
  bodyHash: string;
}

const printableAscii = /^[ -~]+$/;

/**
 * Reads the header of a request; null where it was not sent. Throws the refusal `badIdempotencyKey`
 * if it is empty, too long, or has characters other than printable ASCII. The requests of test keys
 * have Idempotency-Keys of their own: they never meet those of live keys, because no header contains a line feed.
 */
export function readIdempotencyKey(
  key: string | undefined,
  body: Record<string, unknown>,
  { isTest = false }: { isTest?: boolean } = {},
): KeyedRequest | null {
  if (key === undefined) return null;
  if (!printableAscii.test(key) || key.trim() === '' || key.length > maxIdempotencyKeyCharacters) {
    throw refuse('badIdempotencyKey');
  }
  return { keyHash: sha256(isTest ? `test\n${key}` : key), bodyHash: sha256(canonicalJson(body)) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Writes a JSON value in one canonical form: members sorted by name, no spaces. Numbers and strings
 * are written as ECMAScript writes them. In the spirit of RFC 8785.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`;
}
