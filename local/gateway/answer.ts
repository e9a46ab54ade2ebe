import type { ServerResponse } from 'node:http';
import { endWhenRead } from '../loopback/end-when-read.ts';

export interface FunctionAnswer {
  statusCode: number;
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: string[];
  body: Buffer | string;
}

/** Headers that belong to the connection, which is the gateway's own. */
const ownHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/** Checks a function's answer; undefined if malformed: API Gateway's 502 ("malformed Lambda proxy response"). */
export function readAnswer(value: unknown): FunctionAnswer | undefined {
  if (!isRecord(value) || !isStatus(value.statusCode)) return undefined;
  const { body = null } = value;
  if (body !== null && typeof body !== 'string') return undefined;
  const headers = readHeaders(value.headers ?? {});
  if (!headers) return undefined;
  const text = body ?? '';
  return {
    statusCode: value.statusCode,
    headers,
    body: value.isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  };
}

/** Sends an answer. Throws when a header has characters that HTTP forbids. */
export function sendAnswer(
  res: ServerResponse,
  { statusCode, headers, body }: FunctionAnswer,
): void {
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

/** Alternating names and values; undefined if a value is no text, number or boolean. */
function readHeaders(given: unknown): string[] | undefined {
  if (!isRecord(given)) return undefined;
  const entries = Object.entries(given).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  const types = ['string', 'number', 'boolean'];
  if (!entries.every(([, value]) => types.includes(typeof value))) return undefined;
  const isTyped = entries.some(([name]) => name.toLowerCase() === 'content-type');
  const flat = entries.flatMap(([name, value]) => [name, String(value)]);
  return isTyped ? flat : [...flat, 'content-type', 'application/json'];
}
