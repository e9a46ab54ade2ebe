import { refuse, refuseBecause } from '../engine/errors.ts';
import { maxBodyBytes, maxJsonDepth } from '../engine/limits.ts';
import { header } from './header.ts';
import type { ProxyEvent } from './proxy.ts';

/**
 * Reads a request's body: JSON, UTF-8, an object, within size and depth. Everything is checked
 * before `JSON.parse` sees it, because it takes seconds for 600,000 keys and overflows the stack
 * at a nesting of some thousands.
 *
 * Throws the refusals `notJsonType`, `bodyTooLarge`, `bodyNotUtf8`, `bodyTooDeep`, `bodyNotJson`
 * and `bodyNotObject`.
 */
export function readJsonBody(event: ProxyEvent): Record<string, unknown> {
  if (!isJson(header(event, 'content-type') ?? '')) throw refuse('notJsonType');
  const text = decodeUtf8(bodyBytes(event));
  if (isTooDeep(text)) throw refuse('bodyTooDeep');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('bodyNotObject');
  }
  return value as Record<string, unknown>;
}

/** Only the media type decides: JSON is UTF-8 whatever a charset parameter says (RFC 8259 §8.1). */
function isJson(contentType: string): boolean {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

function bodyBytes({ body, isBase64Encoded }: ProxyEvent): Buffer {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBodyBytes) throw refuse('bodyTooLarge');
  return bytes;
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

const quote = 0x22;
const backslash = 0x5c;

/** Whether brackets outside strings nest beyond the limit; one pass, whatever the text is. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxJsonDepth) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
