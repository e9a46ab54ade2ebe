import { expect } from '../../jest.ts';
import { deployment } from './deployment.ts';
import { exchange, type Received, type Sent } from './exchange.ts';
import { expectPromised } from './promised.ts';

export interface Answer {
  status: number;
  body: unknown;
  retryAfter?: string;
}

export interface Call extends Omit<Sent, 'body'> {
  /** The API key; without one no Authorization header is sent. */
  key?: string;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: Sent['body'];
  /** The service's base address. Default: the run that all tests share. */
  baseUrl?: string;
}

/** Calls `/v1/…` and checks that the answer is JSON and has a request id, as every answer must. */
export async function call(path: string, options: Call = {}): Promise<Answer> {
  const { status, headers, text } = await callRaw(path, options);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': anyId });
  const { 'retry-after': retryAfter } = headers;
  return { status, body: JSON.parse(text), ...(retryAfter !== undefined && { retryAfter }) };
}

/** Calls `/v1/…` and returns the answer as it came. Checks that docs/openapi.json describes such an answer. */
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

export function refusal(status: number, error: string, retryAfter?: string): Answer {
  return { status, body: { error }, ...(retryAfter !== undefined && { retryAfter }) };
}
