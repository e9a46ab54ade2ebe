import type { TestAccount } from './account.ts';
import { callRaw } from './call.ts';

export interface KeyedAnswer {
  status: number;
  text: string;
  replayed?: string;
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

export function keyRefusal(status: number, error: string, retryAfter?: string): KeyedAnswer {
  const text = JSON.stringify({ error });
  return { status, text, ...(retryAfter !== undefined && { retryAfter }) };
}

export function typeOf({ text }: KeyedAnswer): unknown {
  return JSON.parse(text).type;
}
