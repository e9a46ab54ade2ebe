import type { TestAccount } from './account.ts';
import { callRaw } from './call.ts';

/** An answer to the byte, with its headers about the Idempotency-Key. */
export interface KeyedAnswer {
  status: number;
  text: string;
  /** The header `idempotent-replayed`, if there is one. */
  replayed?: string;
  /** The header `retry-after`, if there is one. */
  retryAfter?: string;
}

/** Calls execute, or `path`, with this Idempotency-Key. A body that is a text is sent as it is. */
export async function withKey(
  { key, baseUrl }: TestAccount,
  idempotencyKey: string,
  body: unknown,
  path = '/v1/execute',
): Promise<KeyedAnswer> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'idempotency-key': idempotencyKey };
  const answer = await callRaw(path, { key, baseUrl, headers, raw });
  const { 'idempotent-replayed': replayed, 'retry-after': retryAfter } = answer.headers;
  return {
    status: answer.status,
    text: answer.text,
    ...(replayed !== undefined && { replayed: String(replayed) }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** The answer that refuses a request, as `withKey` returns it. */
export function keyRefusal(status: number, error: string, retryAfter?: string): KeyedAnswer {
  const text = JSON.stringify({ error });
  return { status, text, ...(retryAfter !== undefined && { retryAfter }) };
}

/** The type of an outcome. */
export function typeOf({ text }: KeyedAnswer): unknown {
  return JSON.parse(text).type;
}
