import { createHash } from 'node:crypto';
import { refuse } from '../engine/errors.ts';
import { maxIdempotencyKeyCharacters } from '../engine/limits.ts';
import { oncePerList } from '../once-per-list.ts';

export const idempotencyHeader = 'idempotency-key';

/** The header that marks a repeated answer. */
export const replayedHeader = 'idempotent-replayed';

/** How long a key belongs to its first request: 24 hours, as in other APIs. */
export const claimSeconds = 24 * 60 * 60;

/** What identifies a request with an Idempotency-Key. Neither hash can be turned back into its text. */
export interface KeyedRequest {
  /** SHA-256 of the key. A batch's message adds `batch` and its place, a test key's request the line `test`. */
  keyHash: string;
  /** SHA-256 of the body as canonical JSON, in which the SHA-256 of each list and object replaces it. */
  bodyHash: string;
}

const printableAscii = /^[ -~]+$/;

/** Checks the header of a request; null if it was not sent. Throws the refusal `badIdempotencyKey`. */
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
 * Identifies a request by its key; null if it has none. Each message of a batch has its own `place`, from 0. No header
 * contains a line feed, so live keys, test keys and batches never share an Idempotency-Key.
 */
export function keyedRequest(
  key: string | null,
  body: Record<string, unknown>,
  { isTest = false, place }: { isTest?: boolean; place?: number } = {},
): KeyedRequest | null {
  if (key === null) return null;
  const ofItsKind = place === undefined ? key : `batch\n${key}\n${place}`;
  const keyHash = sha256(isTest ? `test\n${ofItsKind}` : ofItsKind);
  return { keyHash, bodyHash: hashOf((write) => writeMembers(body, write, writeHash)) };
}

type Write = (piece: string) => void;

/** The messages of a batch may share a list or an object: each is hashed once. */
const hashOnce = oncePerList((value: object) => hashOf((write) => writeCanonical(value, write)));

function writeHash(value: unknown, write: Write): void {
  if (typeof value === 'object' && value !== null) write(hashOnce(value));
  else writeCanonical(value, write);
}

/** The SHA-256 of a text that comes in pieces. Small pieces are joined, because each update of a hash has a cost. */
function hashOf(writeAll: (write: Write) => void): string {
  const hash = createHash('sha256');
  let open = '';
  writeAll((piece) => {
    open += piece;
    if (open.length < 65_536) return;
    hash.update(open);
    open = '';
  });
  return hash.update(open).digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Writes a JSON value in one canonical form, in pieces: members sorted by name, no spaces, in the spirit of RFC 8785.
 */
export function writeCanonical(value: unknown, write: Write): void {
  if (typeof value !== 'object' || value === null) write(JSON.stringify(value));
  else if (!Array.isArray(value)) writeMembers(value, write, writeCanonical);
  else {
    for (const [index, item] of value.entries()) {
      write(index === 0 ? '[' : ',');
      writeCanonical(item, write);
    }
    write(value.length === 0 ? '[]' : ']');
  }
}

function writeMembers(value: object, write: Write, writeMember: typeof writeCanonical): void {
  write('{');
  for (const [index, name] of Object.keys(value).sort().entries()) {
    write(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    writeMember(Reflect.get(value, name), write);
  }
  write('}');
}
