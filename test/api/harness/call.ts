import { expect } from 'vitest';
import { deployment } from './deployment.ts';
import { exchange, type Received, type Sent } from './exchange.ts';
import { expectPromised } from './promised.ts';

/** What a caller sees: everything of an answer but what differs each time. */
export interface Answer {
  status: number;
  body: unknown;
  /** The header, where there is one. */
  retryAfter?: string;
}

export interface Call extends Omit<Sent, 'body'> {
  /** The API key; without one no Authorization header is sent. */
  key?: string;
  /** What is sent as JSON. */
  body?: unknown;
  /** What is sent as it is, in place of `body`. */
  raw?: Sent['body'];
  /** Where the service is. Default: the run that all tests share. */
  baseUrl?: string;
}

/** Calls `/v1/…` and checks what holds for every answer there is: JSON, and its request id. */
export async function call(path: string, options: Call = {}): Promise<Answer> {
  const { status, headers, text } = await callRaw(path, options);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': anyId });
  const { 'retry-after': retryAfter } = headers;
  return { status, body: JSON.parse(text), ...(retryAfter !== undefined && { retryAfter }) };
}

/** Calls `/v1/…` and gives the answer as it came. It is one that docs/openapi.json promises. */
export async function callRaw(
  path: string,
  { key, body, raw, baseUrl = deployment.baseUrl, headers, method = 'POST', ...sent }: Call = {},
): Promise<Received> {
  const received = await exchange(`${new URL(baseUrl).origin}${path}`, {
    ...{ ...sent, method },
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: raw ?? (body === undefined ? '' : JSON.stringify(body)),
  });
  if (method === 'POST') expectPromised(path, received, body);
  return received;
}

const anyId = expect.stringMatching(/^[\w-]{16,}$/);

/** The answer that refuses a request. */
export function refusal(status: number, error: string, retryAfter?: string): Answer {
  return { status, body: { error }, ...(retryAfter !== undefined && { retryAfter }) };
}
