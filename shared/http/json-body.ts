import { refuse, refuseBecause } from '../engine/errors.ts';
import { maxBodyBytes } from '../engine/limits.ts';
import { checkJsonBounds } from './json-bounds.ts';
import { header, type ProxyEvent } from './proxy.ts';

/** Reads a request's body, which must be an object. Throws like `readJson`, and the refusal `bodyNotObject`. */
export function readJsonBody(event: ProxyEvent, maxBytes = maxBodyBytes): Record<string, unknown> {
  const value = readJson(event, maxBytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('bodyNotObject');
  }
  return value as Record<string, unknown>;
}

/**
 * Reads a request's body. All bounds are checked before `JSON.parse`, which takes seconds for 600,000 keys and
 * overflows the stack for deep nesting.
 */
export function readJson(event: ProxyEvent, maxBytes: number): unknown {
  if (!isJson(header(event, 'content-type') ?? '')) throw refuse('notJsonType');
  const text = decodeUtf8(bodyBytes(event, maxBytes));
  checkJsonBounds(text);
  return parse(text);
}

/** Only the media type decides: JSON is UTF-8 whatever a charset parameter says (RFC 8259 §8.1). */
function isJson(contentType: string): boolean {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** The bytes of a body. Base64 is refused by its length, before it is decoded. */
export function bodyBytes({ body, isBase64Encoded }: ProxyEvent, maxBytes: number): Buffer {
  const text = body ?? '';
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  if (Buffer.byteLength(text, encoding) > maxBytes) throw refuse('bodyTooLarge', inMB(maxBytes));
  return Buffer.from(text, encoding);
}

/** A limit as its refusal names it, such as `4.4 MB`. */
function inMB(bytes: number): string {
  return `${Number((bytes / 2 ** 20).toFixed(1))} MB`;
}

/** A byte order mark is taken off by the decoder, as RFC 8259 §8.1 allows. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refuseBecause(error, 'bodyNotUtf8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuseBecause(error, 'bodyNotJson');
  }
}
