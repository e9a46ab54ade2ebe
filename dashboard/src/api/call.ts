import type * as z from 'zod/mini';
import { manageBase } from '../../../functions/manage/contracts/common.ts';
import { currentSession } from '../sign-in/session.ts';
import { OtherVersion, problemOf, Unreachable } from './problem.ts';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  query?: Readonly<Record<string, string | number | null | undefined>>;
  /** `If-Match`. */
  ifMatch?: number;
  /** `If-None-Match: *`: expects a deleted template. */
  ifNone?: boolean;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** In milliseconds. The service answers within 29 seconds. */
const patienceMs = 60_000;

/** A network that asks for a sign-in answers each request with its own page. */
const notWhole = 'The service’s answer did not arrive whole, or your network answered in its place';

/**
 * Makes a request, and checks its answer against the contract.
 *
 * @throws {ServiceProblem} if the service refuses the request, {@link Unreachable} if no answer arrives,
 * {@link OtherVersion} if the answer is not one that this page knows
 */
export async function call<S extends z.ZodMiniType>(
  path: string,
  answer: S,
  options: CallOptions = {},
): Promise<z.output<S>> {
  const response = await send(path, options);
  const body = await response.json().catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new Unreachable(cause, notWhole);
  });
  const read = answer.safeParse(body);
  if (read.success) return read.data;
  throw new OtherVersion(read.error);
}

export async function callForEmptyAnswer(path: string, options: CallOptions): Promise<void> {
  const { status } = await send(path, options);
  if (status !== 204) throw new Unreachable(status, notWhole);
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const session = currentSession();
  const headers = session.headers();
  const response = await reach(path, options, headers);
  if (response.ok) return response;
  const problem = problemOf(response.status, await response.json().catch(() => null));
  if (problem.code === 'signed_out' && isCurrent(headers)) session.ended();
  throw problem;
}

/** Whether no one has signed in again since a request with these headers: only then its refusal ends the session. */
function isCurrent(sent: Headers): boolean {
  return sent.get('authorization') === currentSession().headers().get('authorization');
}

async function reach(
  path: string,
  { method = 'GET', body, query = {}, ifMatch, ifNone, idempotencyKey, signal }: CallOptions,
  headers: Headers,
): Promise<Response> {
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  if (ifNone) headers.set('if-none-match', '*');
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return await fetch(`${manageBase}${path}${queryText(query)}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable(cause);
  }
}

function queryText(query: NonNullable<CallOptions['query']>): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
