import { createHash } from 'node:crypto';
import { refuse } from '../engine/errors.ts';
import { maxIdempotencyKeyCharacters } from '../engine/limits.ts';
import { oncePerList } from '../once-per-list.ts';

/** The header, in lower case. */
export const idempotencyHeader = 'idempotency-key';

/** The header that marks a repeated answer. */
export const replayedHeader = 'idempotent-replayed';

/** How long a key belongs to its first request: 24 hours, as in other APIs. */
export const claimSeconds = 24 * 60 * 60;

/** What identifies a request with an Idempotency-Key. Neither hash can be turned back into its text. */
export interface KeyedRequest {
  /**
   * SHA-256 of the key. Of a message of a batch: of `batch`, the key and the message's place, on lines of their own.
   * Of a test key's requests: of `test`, a line feed and that text.
   */
  keyHash: string;
  /**
   * SHA-256 of the body as canonical JSON: two texts of the same JSON value are the same body. In place of `_attachments`
   * it has their own SHA-256.
   */
  bodyHash: string;
}

const printableAscii = /^[ -~]+$/;

/**
 * Checks the header of a request; null where it was not sent. Throws the refusal `badIdempotencyKey`
 * if it is empty, too long, or has characters other than printable ASCII.
 */
export function checkIdempotencyKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (!printableAscii.test(key) || key.trim() === '' || key.length > maxIdempotencyKeyCharacters) {
    throw refuse('badIdempotencyKey');
  }
  return key;
}

/** Reads the header of a request: `checkIdempotencyKey` and `keyedRequest` in one. */
export function readIdempotencyKey(
  key: string | undefined,
  body: Record<string, unknown>,
  { isTest = false }: { isTest?: boolean } = {},
): KeyedRequest | null {
  return keyedRequest(checkIdempotencyKey(key), body, { isTest });
}

/**
 * Identifies a request by its key; null where it has none. Each message of a batch has its own `place`, from 0. The
 * requests of test keys, and the messages of batches, have Idempotency-Keys of their own: no two kinds meet, because no
 * header contains a line feed.
 */
export function keyedRequest(
  key: string | null,
  body: Record<string, unknown>,
  { isTest = false, place }: { isTest?: boolean; place?: number } = {},
): KeyedRequest | null {
  if (key === null) return null;
  const ofItsKind = place === undefined ? key : `batch\n${key}\n${place}`;
  const keyHash = sha256(isTest ? `test\n${ofItsKind}` : ofItsKind);
  return { keyHash, bodyHash: sha256(canonicalJson(withListHash(body))) };
}

function withListHash(body: Record<string, unknown>): Record<string, unknown> {
  const { _attachments } = body;
  return Array.isArray(_attachments) ? { ...body, _attachments: listHash(_attachments) } : body;
}

const listHash = oncePerList((list) => sha256(canonicalJson(list)));

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
