import type { ServerResponse } from 'node:http';
import { endWhenRead } from '../loopback/end-when-read.ts';

/** A checked answer. */
export interface Answer {
  statusCode: number;
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: string[];
  body: Buffer | string;
}

/** Headers that belong to the connection, which is the gateway's own. */
const ownHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/**
 * Checks the answer of a function of a proxy integration. Undefined when it is malformed: the gateway then answers
 * 502 ("malformed Lambda proxy response").
 */
export function readAnswer(value: unknown): Answer | undefined {
  if (!isRecord(value) || !isStatus(value.statusCode)) return undefined;
  const { body = null } = value;
  if (body !== null && typeof body !== 'string') return undefined;
  const headers = readHeaders(value.headers ?? {}, value.multiValueHeaders ?? {});
  if (!headers) return undefined;
  const text = body ?? '';
  return {
    statusCode: value.statusCode,
    headers,
    body: value.isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  };
}

/** Sends an answer. Throws when a header has characters that HTTP forbids. */
export function sendAnswer(res: ServerResponse, { statusCode, headers, body }: Answer): void {
  const hasBody = statusCode !== 204 && statusCode !== 304;
  if (hasBody) headers.push('content-length', String(Buffer.byteLength(body)));
  res.writeHead(statusCode, headers);
  endWhenRead(res, hasBody ? body : undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

/** If a header is in both records, the values of `multiValueHeaders` count. */
function readHeaders(single: unknown, multiple: unknown): string[] | undefined {
  if (!isRecord(single) || !isRecord(multiple)) return undefined;
  const flat: string[] = [];
  for (const name of Object.keys(single)) {
    if (Object.hasOwn(multiple, name)) continue;
    if (!addHeader(flat, name, single[name])) return undefined;
  }
  for (const [name, values] of Object.entries(multiple)) {
    if (!Array.isArray(values)) return undefined;
    if (!values.every((value) => addHeader(flat, name, value))) return undefined;
  }
  if (!hasContentType(flat)) flat.push('content-type', 'application/json');
  return flat;
}

function addHeader(flat: string[], name: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return false;
  }
  if (!ownHeaders.has(name.toLowerCase())) flat.push(name, String(value));
  return true;
}

function hasContentType(flat: string[]): boolean {
  return flat.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'content-type');
}
